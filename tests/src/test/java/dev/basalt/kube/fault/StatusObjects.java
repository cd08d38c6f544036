package dev.basalt.kube.fault;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What an API server says when it says no. */
final class StatusObjects {
    private static final JsonMapper JSON = new JsonMapper();

    private StatusObjects() {}

    static FullHttpResponse response(Fault.Answer answer) {
        byte[] body = status(answer.code(), answer.reason()).toString().getBytes(StandardCharsets.UTF_8);
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(answer.code()), Unpooled.wrappedBuffer(body));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        if (answer.retryAfterSeconds() > 0) {
            response.headers().set(HttpHeaderNames.RETRY_AFTER, answer.retryAfterSeconds());
        }
        return response;
    }

    /** The event by which an API server ends a watch whose version it no longer has. */
    static String expiredEvent() {
        ObjectNode event = JSON.createObjectNode();
        event.put("type", "ERROR");
        event.set("object", status(410, "Expired"));
        return event.toString();
    }

    private static ObjectNode status(int code, String reason) {
        return JSON.createObjectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Failure")
                .put("message", "a test wants it so: " + reason)
                .put("reason", reason)
                .put("code", code);
    }
}
