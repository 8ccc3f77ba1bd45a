/// Event types and retry policies as the engine applies them: expiry, attempts, payload schemas.
@NullMarked
package dev.waybill.engine.catalog;

import org.jspecify.annotations.NullMarked;
