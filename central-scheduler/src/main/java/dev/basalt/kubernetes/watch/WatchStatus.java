package dev.basalt.kubernetes.watch;

/**
 * How one kind is followed.
 *
 * @param listCount lists completed
 * @param objectCount objects in the last one
 * @param eventCount what watches said, bookmarks included
 * @param trouble what is wrong now; empty when nothing is
 */
public record WatchStatus(Watched kind, long listCount, int objectCount, long eventCount, String trouble) {
    WatchStatus listed(int newObjectCount) {
        return new WatchStatus(kind, listCount + 1, newObjectCount, eventCount, trouble);
    }

    WatchStatus told() {
        return new WatchStatus(kind, listCount, objectCount, eventCount + 1, trouble);
    }

    WatchStatus troubled(String newTrouble) {
        return new WatchStatus(kind, listCount, objectCount, eventCount, newTrouble);
    }
}
