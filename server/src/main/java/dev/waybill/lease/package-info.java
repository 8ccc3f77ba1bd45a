/// The right to attempt: this process's life as the database sees it, and the leases it holds.
@NullMarked
package dev.waybill.lease;

import org.jspecify.annotations.NullMarked;
