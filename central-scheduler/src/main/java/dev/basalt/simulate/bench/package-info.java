/**
 * Measures the core: planning, explaining and copying at the sizes of the budgets, as ratios to a yardstick of the same
 * run. Imports core. Start with {@link dev.basalt.simulate.bench.CoreBench}.
 */
@NullMarked
package dev.basalt.simulate.bench;

import org.jspecify.annotations.NullMarked;
