/// The lifetime of this process in the database, and its leases on deliveries.
@NullMarked
package dev.waybill.engine.lease;

import org.jspecify.annotations.NullMarked;
