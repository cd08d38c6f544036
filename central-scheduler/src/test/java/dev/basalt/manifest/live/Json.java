package dev.basalt.manifest.live;

import dev.basalt.manifest.text.JsonText;
import dev.basalt.manifest.text.Value;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/** Objects as an API server sends them, written with single quotes. */
public final class Json {
    private Json() {}

    public static Value object(String text) {
        try (var parser =
                JsonText.parser(new ByteArrayInputStream(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)))) {
            parser.nextToken();
            return JsonText.value(parser);
        }
    }
}
