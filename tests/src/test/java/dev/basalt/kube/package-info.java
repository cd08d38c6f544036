/**
 * A real Kubernetes control plane for tests: etcd, API server and controllers as processes on loopback, by the scripts
 * of {@code tests/kube}. Imports the fabric8 client and JUnit, nothing of Basalt. Start with
 * {@link dev.basalt.kube.ControlPlaneExtension}; fake machines are in {@code kube.node}, a lossy road to the API server
 * in {@code kube.fault}.
 */
@NullMarked
package dev.basalt.kube;

import org.jspecify.annotations.NullMarked;
