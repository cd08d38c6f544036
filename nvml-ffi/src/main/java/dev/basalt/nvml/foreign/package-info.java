/**
 * NVML through the Foreign Function and Memory API: the only package that imports {@code java.lang.foreign}, and no
 * segment leaves it. Imports the other {@code nvml} packages. Start with {@link ForeignNvml};
 * {@code docs/checklists/new-nvml-call.md} says how to add a call.
 */
@NullMarked
package dev.basalt.nvml.foreign;

import org.jspecify.annotations.NullMarked;
