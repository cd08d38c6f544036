package dev.basalt.kube;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Gives a test class a control plane:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final ControlPlaneExtension KUBE = ControlPlaneExtension.shared();
 * }</pre>
 *
 * The class must be named {@code *KubeIT}: those run with the profile {@code kubernetes} only.
 */
public final class ControlPlaneExtension implements BeforeAllCallback, AfterAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(ControlPlaneExtension.class);

    private final @Nullable ControlPlaneOptions own;
    private @Nullable ControlPlane plane;

    private ControlPlaneExtension(@Nullable ControlPlaneOptions own) {
        this.own = own;
    }

    /** The one that all test classes of this JVM share: with audit, without kube-scheduler. Leave nothing in it. */
    public static ControlPlaneExtension shared() {
        return new ControlPlaneExtension(null);
    }

    /** One for this class alone, ended after its last test. */
    public static ControlPlaneExtension own(ControlPlaneOptions options) {
        return new ControlPlaneExtension(options);
    }

    public ControlPlane plane() {
        ControlPlane started = plane;
        if (started == null) {
            throw new IllegalStateException("no control plane. Maybe the extension is not a static field");
        }
        return started;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (own != null) {
            plane = ControlPlane.start(own);
        } else {
            // What is closeable in the root store is closed when all classes have run.
            plane = context.getRoot()
                    .getStore(NAMESPACE)
                    .getOrComputeIfAbsent(
                            "shared",
                            key -> ControlPlane.start(
                                    ControlPlaneOptions.plain().withAudit()),
                            ControlPlane.class);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (own != null && plane != null) {
            plane.close();
        }
    }
}
