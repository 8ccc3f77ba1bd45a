/// What came of deliveries, counted as it happens and kept in sums.
@NullMarked
package dev.waybill.stats;

import org.jspecify.annotations.NullMarked;
