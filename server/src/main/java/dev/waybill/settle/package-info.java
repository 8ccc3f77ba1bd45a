/// Writes what became of attempts, in batches, only while the lease holds.
@NullMarked
package dev.waybill.settle;

import org.jspecify.annotations.NullMarked;
