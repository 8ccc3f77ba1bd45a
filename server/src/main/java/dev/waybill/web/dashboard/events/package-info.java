/// The pages of events.
@NullMarked
package dev.waybill.web.dashboard.events;

import org.jspecify.annotations.NullMarked;
