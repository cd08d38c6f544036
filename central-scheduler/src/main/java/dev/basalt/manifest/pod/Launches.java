package dev.basalt.manifest.pod;

import dev.basalt.core.model.ContainerSpec.Launch;
import dev.basalt.manifest.text.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a container runs: command, arguments, environment, with {@code $(NAME)} replaced as Kubernetes does. */
final class Launches {
    private static final Pattern REFERENCE = Pattern.compile("\\$(\\$|\\(([^()$]*)\\))");
    private static final int MAX_ENVIRONMENT_CHARS = 1_000_000;

    private Launches() {}

    static Launch read(Field container, Road road) {
        SortedMap<String, String> environment = environment(container, road);
        List<String> command = new ArrayList<>(container.at("command").texts());
        List<String> arguments = container.at("args").texts();
        if (road == Road.STANDALONE && command.isEmpty()) {
            container
                    .at("command")
                    .warn(
                            arguments.isEmpty()
                                    ? "is missing"
                                    : "is missing, and args alone need an image's entry point",
                            "a stand-in that sleeps the run time of annotation basalt.dev/run-time, or 10 s",
                            "add a command; standalone mode runs commands, not images");
            arguments = List.of();
        }
        command.addAll(arguments);
        command.replaceAll(word -> expanded(word, environment));
        return new Launch(
                container.at("image").text(""),
                command,
                environment,
                container.at("workingDir").text(""));
    }

    private static SortedMap<String, String> environment(Field container, Road road) {
        SortedMap<String, String> environment = new TreeMap<>();
        long chars = 0;
        for (Field variable : container.at("env").items()) {
            String name = variable.at("name").text("");
            if (name.isEmpty() || name.contains("=") || name.indexOf('\0') >= 0) {
                variable.at("name").error("is no name of a variable", "write a name without '='");
            } else if (variable.at("valueFrom").present()) {
                if (road == Road.STANDALONE) {
                    variable.at("valueFrom")
                            .warn("needs an API server, which standalone mode has not", "unset", "write a value");
                }
            } else {
                String value = expanded(variable.at("value").text(""), environment);
                chars += name.length() + value.length();
                if (chars > MAX_ENVIRONMENT_CHARS) {
                    variable.at("value").error("makes the environment longer than 1 MB", "pass it in a file");
                    return environment;
                }
                environment.put(name, value);
            }
        }
        if (road == Road.STANDALONE && container.at("envFrom").present()) {
            container
                    .at("envFrom")
                    .warn("needs an API server, which standalone mode has not", "unset", "write the values under env");
        }
        return environment;
    }

    /** Replaces {@code $(NAME)} where NAME is known; {@code $$} stands for {@code $}. */
    static String expanded(String text, Map<String, String> environment) {
        Matcher reference = REFERENCE.matcher(text);
        StringBuilder expanded = new StringBuilder();
        int copied = 0;
        while (reference.find()) {
            expanded.append(text, copied, reference.start());
            String name = reference.group(2);
            String value = name == null ? "$" : environment.get(name);
            expanded.append(value == null ? reference.group() : value);
            copied = reference.end();
        }
        return expanded.append(text, copied, text.length()).toString();
    }
}
