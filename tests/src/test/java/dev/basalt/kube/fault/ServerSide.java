package dev.basalt.kube.fault;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** What comes from the API server. */
final class ServerSide extends ChannelInboundHandlerAdapter {
    private final Road road;

    ServerSide(Road road) {
        this.road = road;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        road.answer(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        road.serverLeft();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var _ = context.close();
    }
}
