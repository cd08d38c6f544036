/**
 * Single calls of the API server: one request, one answer, one deadline, and a fence that is asked when the request's
 * body leaves. Imports the Kubernetes client and nothing of ours. Start with
 * {@link dev.basalt.kubernetes.call.ApiCalls}.
 */
@NullMarked
package dev.basalt.kubernetes.call;

import org.jspecify.annotations.NullMarked;
