/**
 * Machines that are not there: Node objects that stay Ready, and a kubelet that lets the pods bound to them run and
 * end. Imports the fabric8 client and the package above. Start with {@link dev.basalt.kube.node.FakeNodes}.
 */
@NullMarked
package dev.basalt.kube.node;

import org.jspecify.annotations.NullMarked;
