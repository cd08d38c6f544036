package dev.basalt.tests.tidy;

import java.util.List;

/** One rule about one Java file. The message of a violation carries the number or the word that is wrong. */
@FunctionalInterface
interface Rule {
    List<Violation> violations(JavaSource source);
}
