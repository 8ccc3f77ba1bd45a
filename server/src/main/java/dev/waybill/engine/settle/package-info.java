/// Records the results of attempts in batches, fenced by the lease.
@NullMarked
package dev.waybill.engine.settle;

import org.jspecify.annotations.NullMarked;
