/**
 * The Kubernetes adapter on a real API server: its lease, what it writes, and whole schedulers with agents. Start with
 * {@code ApiWriterKubeIT}.
 */
@NullMarked
package dev.basalt.tests.kubernetes;

import org.jspecify.annotations.NullMarked;
