/// Accepts events: committed before the response, in batches, idempotent, fanned out to deliveries.
@NullMarked
package dev.waybill.engine.capture;

import org.jspecify.annotations.NullMarked;
