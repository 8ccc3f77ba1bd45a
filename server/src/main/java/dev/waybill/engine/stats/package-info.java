/// Counts deliveries as they end, and keeps sums of them.
@NullMarked
package dev.waybill.engine.stats;

import org.jspecify.annotations.NullMarked;
