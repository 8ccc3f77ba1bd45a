/// Brings deliveries into the lanes of their endpoints, by the fast path or by claiming, and starts
/// attempts.
@NullMarked
package dev.waybill.engine.dispatch;

import org.jspecify.annotations.NullMarked;
