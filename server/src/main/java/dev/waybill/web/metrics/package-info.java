/// The metrics of this process, for Prometheus and programs like it.
@NullMarked
package dev.waybill.web.metrics;

import org.jspecify.annotations.NullMarked;
