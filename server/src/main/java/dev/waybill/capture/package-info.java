/// Accepts events: durable before the answer, batched, idempotent, fanned out to deliveries.
@NullMarked
package dev.waybill.capture;

import org.jspecify.annotations.NullMarked;
