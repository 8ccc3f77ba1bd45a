/// The metrics of the service: their definitions, the instruments that parts keep, and their text.
@NullMarked
package dev.waybill.infra.metrics;

import org.jspecify.annotations.NullMarked;
