/// The state of the service itself: its processes, their background jobs, the database, and figures
/// that all processes share.
@NullMarked
package dev.waybill.feature.status;

import org.jspecify.annotations.NullMarked;
