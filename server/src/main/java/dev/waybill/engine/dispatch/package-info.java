/// Brings deliveries to their endpoint's lane, by the fast path or by claiming, and starts
/// attempts.
@NullMarked
package dev.waybill.engine.dispatch;

import org.jspecify.annotations.NullMarked;
