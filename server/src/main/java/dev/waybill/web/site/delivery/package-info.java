/// Deliveries as pages of both sites show them: lists, details, attempts.
@NullMarked
package dev.waybill.web.site.delivery;

import org.jspecify.annotations.NullMarked;
