/// The pages of event types.
@NullMarked
package dev.waybill.web.dashboard.eventtypes;

import org.jspecify.annotations.NullMarked;
