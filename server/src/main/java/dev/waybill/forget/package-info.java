/// Keeping and forgetting: whole days are dropped, and what is still open in them is kept.
@NullMarked
package dev.waybill.forget;

import org.jspecify.annotations.NullMarked;
