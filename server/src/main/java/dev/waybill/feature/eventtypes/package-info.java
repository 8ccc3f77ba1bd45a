/// The catalog of event types.
@NullMarked
package dev.waybill.feature.eventtypes;

import org.jspecify.annotations.NullMarked;
