package dev.basalt.core.model;

import java.util.List;

/**
 * Named devices kept for one gang until it starts or the hold expires.
 *
 * @param id unique for ever
 * @param gangUid whom it is for
 * @param deviceUuids what is held
 * @param owner who asked: {@code planner} or a user
 * @param reason why, in a word
 * @param expiresAtMillis end, on the scheduler's monotonic clock
 */
public record Hold(
        String id, String gangUid, List<String> deviceUuids, String owner, String reason, long expiresAtMillis) {
    public Hold {
        deviceUuids = List.copyOf(deviceUuids);
    }
}
