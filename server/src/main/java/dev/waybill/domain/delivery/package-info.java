/// The state of a delivery, the outcome of an attempt, and the decision what happens next.
@NullMarked
package dev.waybill.domain.delivery;

import org.jspecify.annotations.NullMarked;
