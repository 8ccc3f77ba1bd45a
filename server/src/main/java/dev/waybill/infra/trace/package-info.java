/// Spans, and their way to an OpenTelemetry collector.
@NullMarked
package dev.waybill.infra.trace;

import org.jspecify.annotations.NullMarked;
