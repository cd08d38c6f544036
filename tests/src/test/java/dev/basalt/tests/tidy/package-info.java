/**
 * How our sources must look, checked on the parsed sources of every module. Imports the JDK's compiler tree. Start with
 * {@link dev.basalt.tests.tidy.Rule} and {@link dev.basalt.tests.tidy.Rules}.
 */
@NullMarked
package dev.basalt.tests.tidy;

import org.jspecify.annotations.NullMarked;
