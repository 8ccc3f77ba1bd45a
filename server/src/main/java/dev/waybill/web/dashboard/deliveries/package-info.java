/// The pages of deliveries.
@NullMarked
package dev.waybill.web.dashboard.deliveries;

import org.jspecify.annotations.NullMarked;
