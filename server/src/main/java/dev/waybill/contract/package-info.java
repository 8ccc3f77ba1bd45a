/// What an endpoint can rely on, in words, from what is really set.
@NullMarked
package dev.waybill.contract;

import org.jspecify.annotations.NullMarked;
