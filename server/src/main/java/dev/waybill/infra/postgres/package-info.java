/// An embedded, durable PostgreSQL: unpacked, initialized, started, supervised and stopped by us.
@NullMarked
package dev.waybill.infra.postgres;

import org.jspecify.annotations.NullMarked;
