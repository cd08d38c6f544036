package dev.basalt.kube.fault;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;

/** From HTTP to WebSocket, at both ends of a road. */
final class Upgrade {
    private static final int MAX_FRAME_BYTES = 64 << 20;

    private Upgrade() {}

    /** Towards a client, whose frames are masked: RFC 6455, section 5.1. */
    static void ofClient(Channel client) {
        ChannelPipeline pipeline = client.pipeline();
        pipeline.addAfter("http", "decode", new WebSocket13FrameDecoder(true, false, MAX_FRAME_BYTES));
        pipeline.addAfter("http", "encode", new WebSocket13FrameEncoder(false));
        pipeline.remove("whole");
        pipeline.remove("http");
    }

    /** Towards the server. The HTTP codec is still at work when this is called: it goes when it is done. */
    static void ofServer(Channel server) {
        ChannelPipeline pipeline = server.pipeline();
        pipeline.get(HttpClientCodec.class).removeOutboundHandler();
        pipeline.addAfter("http", "whole", new WebSocketFrameAggregator(MAX_FRAME_BYTES));
        pipeline.addAfter("http", "decode", new WebSocket13FrameDecoder(false, false, MAX_FRAME_BYTES));
        pipeline.addAfter("http", "encode", new WebSocket13FrameEncoder(true));
        server.eventLoop().execute(() -> pipeline.remove("http"));
    }
}
