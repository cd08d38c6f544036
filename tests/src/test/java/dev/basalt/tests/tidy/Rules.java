package dev.basalt.tests.tidy;

import java.util.ArrayList;
import java.util.List;

/**
 * Every rule there is. To add one: write it beside its kin, list it here, show in {@code RulesTest} that it can fail.
 */
final class Rules {
    private static final List<Rule> PER_FILE = List.of(
            SizeRules::fileLength,
            SizeRules::lineLength,
            TreeRule.each(SizeRules.FunctionLength::new),
            TreeRule.each(SizeRules.ParameterCount::new),
            TreeRule.each(NameRules.EmptyTypeName::new),
            TreeRule.each(NameRules.GetPrefix::new),
            TreeRule.each(NameRules.OverlookedTest::new),
            TreeRule.each(CallRules.HashOrderInCore::new),
            TreeRule.each(CallRules.FloatingPointInCore::new),
            TreeRule.each(CallRules.PrintOutsideTerminal::new),
            TreeRule.each(CallRules.SleepInTest::new),
            TreeRule.each(CallRules.SkippedTest::new),
            TreeRule.each(CallRules.SwallowedError::new),
            PackageRules::packageInfo);

    private Rules() {}

    static List<Violation> check(List<JavaSource> sources) {
        var found = new ArrayList<Violation>();
        for (var source : sources) {
            PER_FILE.forEach(rule -> found.addAll(rule.violations(source)));
        }
        found.addAll(SizeRules.packageSize(sources));
        found.addAll(PackageRules.missingPackageInfo(sources));
        return found;
    }
}
