/// Replays many events: selection, plan, pace, progress.
@NullMarked
package dev.waybill.feature.replays;

import org.jspecify.annotations.NullMarked;
