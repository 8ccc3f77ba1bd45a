/// Deliveries and attempts: lists, filters and details.
@NullMarked
package dev.waybill.feature.deliveries;

import org.jspecify.annotations.NullMarked;
