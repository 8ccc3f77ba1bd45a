/// Queries over the sums that the engine keeps.
@NullMarked
package dev.waybill.feature.stats;

import org.jspecify.annotations.NullMarked;
