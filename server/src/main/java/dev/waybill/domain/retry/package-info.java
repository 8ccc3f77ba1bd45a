/// Retry policies and the schedules they produce.
@NullMarked
package dev.waybill.domain.retry;

import org.jspecify.annotations.NullMarked;
