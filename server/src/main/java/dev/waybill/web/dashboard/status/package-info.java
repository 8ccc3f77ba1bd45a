/// The page of the service's own state.
@NullMarked
package dev.waybill.web.dashboard.status;

import org.jspecify.annotations.NullMarked;
