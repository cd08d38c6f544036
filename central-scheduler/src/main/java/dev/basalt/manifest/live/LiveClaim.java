package dev.basalt.manifest.live;

/**
 * A claim of storage (PersistentVolumeClaim).
 *
 * @param volumeName volume it is bound to; empty while it is bound to none
 */
public record LiveClaim(LiveMeta meta, String volumeName) {}
