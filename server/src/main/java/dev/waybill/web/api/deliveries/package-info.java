/// Deliveries and attempts in the API.
@NullMarked
package dev.waybill.web.api.deliveries;

import org.jspecify.annotations.NullMarked;
