/** The Helm chart, rendered without a cluster. Start with {@link dev.basalt.chart.HelmChartTest}. */
@NullMarked
package dev.basalt.chart;

import org.jspecify.annotations.NullMarked;
