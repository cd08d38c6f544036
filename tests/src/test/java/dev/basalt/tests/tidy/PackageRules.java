package dev.basalt.tests.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Every package says what it is, and is checked for null. */
final class PackageRules {
    private PackageRules() {}

    /** Main code only: a test lives in the package of what it tests. */
    static List<Violation> missingPackageInfo(List<JavaSource> sources) {
        var described = new TreeSet<String>();
        var missing = new TreeSet<String>();
        for (var source : sources) {
            var folder = source.path().substring(0, source.path().lastIndexOf('/'));
            if (source.isPackageInfo()) {
                described.add(folder);
            } else if (!source.isTest()) {
                missing.add(folder);
            }
        }
        missing.removeAll(described);
        var found = new ArrayList<Violation>();
        missing.forEach(folder -> found.add(new Violation(folder, 1, "package without package-info.java")));
        return found;
    }

    static List<Violation> packageInfo(JavaSource source) {
        if (!source.isPackageInfo() || source.isTest()) {
            return List.of();
        }
        var found = new ArrayList<Violation>();
        if (source.tree().getPackageAnnotations().stream()
                .noneMatch(annotation -> annotation.toString().contains("NullMarked"))) {
            found.add(new Violation(source.path(), 1, "package is not @NullMarked"));
        }
        for (var word : List.of("/**", "mport", "Start")) {
            if (!source.text().contains(word)) {
                found.add(new Violation(
                        source.path(),
                        1,
                        "package-info says too little, no \"" + word
                                + "\". It must say what the package is, what it may import, where to start"));
            }
        }
        return found;
    }
}
