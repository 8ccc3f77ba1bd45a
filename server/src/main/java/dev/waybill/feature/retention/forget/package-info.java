/// Drops days that are past retention, and keeps what is still open in them.
@NullMarked
package dev.waybill.feature.retention.forget;

import org.jspecify.annotations.NullMarked;
