package dev.basalt.kube.fault;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The events of one running watch: JSON, one a line of a chunked answer or one a WebSocket frame. */
final class WatchStream {
    private static final JsonMapper JSON = new JsonMapper();

    private final boolean framed;
    private final Predicate<WatchEvent> swallowed;
    /** The beginning of a line whose end has not come. */
    private final ByteArrayOutputStream rest = new ByteArrayOutputStream();

    private WatchStream(boolean framed, Predicate<WatchEvent> swallowed) {
        this.framed = framed;
        this.swallowed = swallowed;
    }

    static WatchStream ofLines(Predicate<WatchEvent> swallowed) {
        return new WatchStream(false, swallowed);
    }

    static WatchStream ofFrames(Predicate<WatchEvent> swallowed) {
        return new WatchStream(true, swallowed);
    }

    boolean isFramed() {
        return framed;
    }

    /** What of a message goes on to the client. */
    List<Object> pass(Object message) {
        if (message instanceof TextWebSocketFrame frame) {
            if (isSwallowed(frame.text())) {
                frame.release();
                return List.of();
            }
            return List.of(frame);
        }
        return message instanceof HttpContent content ? passLines(content) : List.of(message);
    }

    /** Says 410 and ends. */
    List<Object> expired() {
        return framed
                ? List.of(
                        new TextWebSocketFrame(StatusObjects.expiredEvent()),
                        new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE))
                : List.of(
                        new DefaultHttpContent(
                                Unpooled.copiedBuffer(StatusObjects.expiredEvent() + "\n", StandardCharsets.UTF_8)),
                        LastHttpContent.EMPTY_LAST_CONTENT);
    }

    private List<Object> passLines(HttpContent content) {
        List<Object> passed = new ArrayList<>();
        ByteBuf bytes = content.content();
        while (bytes.isReadable()) {
            byte next = bytes.readByte();
            rest.write(next);
            if (next == '\n') {
                byte[] line = rest.toByteArray();
                rest.reset();
                if (!isSwallowed(new String(line, StandardCharsets.UTF_8))) {
                    passed.add(new DefaultHttpContent(Unpooled.wrappedBuffer(line)));
                }
            }
        }
        if (content instanceof LastHttpContent) {
            passed.add(LastHttpContent.EMPTY_LAST_CONTENT);
        }
        ReferenceCountUtil.release(content);
        return passed;
    }

    private boolean isSwallowed(String json) {
        JsonNode event = JSON.readTree(json);
        return swallowed.test(new WatchEvent(event.path("type").asString(""), event.path("object")));
    }
}
