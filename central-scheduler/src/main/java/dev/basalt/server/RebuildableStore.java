package dev.basalt.server;

import dev.basalt.config.SchedulerConfig;
import dev.basalt.store.StateStore;
import dev.basalt.store.StoreException;
import dev.basalt.store.rocks.RocksStateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store of a scheduler whose truth is kept by others: the API server and the agents. One that cannot be read, or
 * that a newer version wrote, is set aside, and a new one takes its place; only history is lost with it.
 */
final class RebuildableStore {
    private static final Logger LOG = LoggerFactory.getLogger(RebuildableStore.class);
    private static final String NAME = "store";

    private RebuildableStore() {}

    /**
     * The foundation on the store of the state folder, or on a new one.
     *
     * @throws StoreException when it is in use, or its disk fails
     * @throws IOException when an old one cannot be set aside
     */
    static Foundation open(SchedulerConfig config) throws IOException {
        Path folder = config.stateDir().resolve(NAME);
        try {
            return founded(config, folder);
        } catch (StoreException unreadable) {
            boolean isOfNoUse = unreadable.code() == StoreException.Code.CORRUPT
                    || unreadable.code() == StoreException.Code.NEWER_SCHEMA;
            if (!isOfNoUse) {
                throw unreadable;
            }
            Path aside = config.stateDir().resolve(NAME + ".aside-" + System.currentTimeMillis());
            Files.move(folder, aside);
            LOG.error(
                    "the store cannot be used and is set aside as {}; history begins anew: {}",
                    aside,
                    unreadable.getMessage());
            return founded(config, folder);
        }
    }

    /** What it remembers of gangs and pods is forgotten: the API server and the agents tell of them. */
    private static Foundation founded(SchedulerConfig config, Path folder) {
        StateStore store = RocksStateStore.open(folder);
        try {
            Foundation base = new Foundation(config, store);
            base.ledger.forgetObjects();
            return base;
        } catch (StoreException unreadable) {
            store.close();
            throw unreadable;
        }
    }
}
