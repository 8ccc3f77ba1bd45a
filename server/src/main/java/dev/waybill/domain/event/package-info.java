/// Events, event types, and ids.
@NullMarked
package dev.waybill.domain.event;

import org.jspecify.annotations.NullMarked;
