/// Periodic background jobs, and how they start and stop.
@NullMarked
package dev.waybill.infra.schedule;

import org.jspecify.annotations.NullMarked;
