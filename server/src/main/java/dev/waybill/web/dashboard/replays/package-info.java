/// The pages of replays.
@NullMarked
package dev.waybill.web.dashboard.replays;

import org.jspecify.annotations.NullMarked;
