/// Drops days that are past retention, and keeps their open rows.
@NullMarked
package dev.waybill.feature.retention.forget;

import org.jspecify.annotations.NullMarked;
