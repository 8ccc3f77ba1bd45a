/// Delivers again what people ask for, and calls off what they no longer want.
@NullMarked
package dev.waybill.redeliver;

import org.jspecify.annotations.NullMarked;
