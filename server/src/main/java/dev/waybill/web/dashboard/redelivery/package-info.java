/// The page that cancels many deliveries.
@NullMarked
package dev.waybill.web.dashboard.redelivery;

import org.jspecify.annotations.NullMarked;
