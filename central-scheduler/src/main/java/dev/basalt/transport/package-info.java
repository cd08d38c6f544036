/**
 * What all gRPC services of the scheduler share: who may call, how errors leave, how streams are written. Imports gRPC
 * and nothing of ours. Start with {@link dev.basalt.transport.GrpcDoor}.
 */
@NullMarked
package dev.basalt.transport;

import org.jspecify.annotations.NullMarked;
