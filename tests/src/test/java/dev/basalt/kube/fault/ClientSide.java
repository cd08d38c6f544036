package dev.basalt.kube.fault;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** What comes from a client. */
final class ClientSide extends ChannelInboundHandlerAdapter {
    private final Road road;

    ClientSide(Road road) {
        this.road = road;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        road.opened();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent done && done.isSuccess()) {
            road.knows(Tls.identityOf(
                    context.pipeline().get(SslHandler.class).engine().getSession()));
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof FullHttpRequest request) {
            road.request(request);
        } else {
            road.toServer(message);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        road.clientIsReady(context.channel().isWritable());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        road.clientLeft();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var _ = context.close();
    }
}
