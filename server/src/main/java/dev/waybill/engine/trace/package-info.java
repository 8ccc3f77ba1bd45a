/// Decides which publishes and attempts are recorded as spans.
@NullMarked
package dev.waybill.engine.trace;

import org.jspecify.annotations.NullMarked;
