package dev.basalt.manifest.pod;

/** Who makes pods run. */
public enum Road {
    /** Agents run the commands themselves; there are no images. */
    STANDALONE,
    /** The kubelet runs pods that an API server holds. */
    KUBERNETES
}
