/// Events: lists, details, and the feed for reconciliation.
@NullMarked
package dev.waybill.feature.events;

import org.jspecify.annotations.NullMarked;
