/// The lifetime of this process in the database, and the leases it holds on deliveries.
@NullMarked
package dev.waybill.engine.lease;

import org.jspecify.annotations.NullMarked;
