/// Resends one delivery, requeues one for later, and cancels pending ones.
@NullMarked
package dev.waybill.feature.redelivery;

import org.jspecify.annotations.NullMarked;
