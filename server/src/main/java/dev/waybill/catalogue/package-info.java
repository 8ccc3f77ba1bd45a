/// What the platform has laid down about its events: retry policies and event types.
@NullMarked
package dev.waybill.catalogue;

import org.jspecify.annotations.NullMarked;
