/// The pages of endpoints.
@NullMarked
package dev.waybill.web.dashboard.endpoints;

import org.jspecify.annotations.NullMarked;
