/// Duties that keep the truth true, each a `runOnce()`, and the loop that runs them.
@NullMarked
package dev.waybill.reconcile;

import org.jspecify.annotations.NullMarked;
