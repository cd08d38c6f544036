package dev.basalt.kube.fault;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.Locale;

/** What changes on a request's way. */
final class Headers {
    private Headers() {}

    /** Says who the client is, and asks for answers that can be read on their way. */
    static void forServer(HttpRequest request, List<Tls.Identity> identity) {
        HttpHeaders headers = request.headers();
        headers.names().stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith("x-remote-"))
                .forEach(headers::remove);
        for (Tls.Identity who : identity) {
            headers.set("X-Remote-User", who.user());
            headers.set("X-Remote-Group", who.groups());
        }
        headers.remove(HttpHeaderNames.ACCEPT_ENCODING);
        headers.remove(HttpHeaderNames.SEC_WEBSOCKET_EXTENSIONS);
    }
}
