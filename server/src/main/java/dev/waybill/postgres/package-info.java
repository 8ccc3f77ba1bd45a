/// An embedded, durable PostgreSQL: unpacked, initialised, started, kept running and stopped by us.
@NullMarked
package dev.waybill.postgres;

import org.jspecify.annotations.NullMarked;
