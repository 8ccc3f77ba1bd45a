/// Positions in traces, and which traces are recorded.
@NullMarked
package dev.waybill.domain.trace;

import org.jspecify.annotations.NullMarked;
