/// The embedded PostgreSQL: unpacking, initialization, start, supervision and stop.
@NullMarked
package dev.waybill.infra.postgres;

import org.jspecify.annotations.NullMarked;
