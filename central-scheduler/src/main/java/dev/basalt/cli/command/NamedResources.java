package dev.basalt.cli.command;

import dev.basalt.cli.option.NamespaceOption;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code KIND NAME...}: resources of one kind. */
final class NamedResources {
    @Parameters(index = "0", paramLabel = "KIND", description = "Kind of resource, such as job.")
    String kindWord = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME")
    List<String> names = new ArrayList<>();

    @Mixin
    NamespaceOption namespace = new NamespaceOption();

    ResourceKind kind() {
        return ResourceKind.of(kindWord);
    }

    /** The API's names. */
    List<String> apiNames() {
        ResourceKind kind = kind();
        return names.stream().map(name -> kind.apiName(name, namespace.name)).toList();
    }
}
