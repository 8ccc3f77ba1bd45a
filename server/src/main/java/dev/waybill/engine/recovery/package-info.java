/// Background jobs that repair inconsistent state: expired leases, dead processes, expired events,
/// unused keys.
@NullMarked
package dev.waybill.engine.recovery;

import org.jspecify.annotations.NullMarked;
