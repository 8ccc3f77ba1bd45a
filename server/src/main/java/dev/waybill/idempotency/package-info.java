/// Remembers which request made what, so that repeating a request is safe.
@NullMarked
package dev.waybill.idempotency;

import org.jspecify.annotations.NullMarked;
