/// Replays in the API.
@NullMarked
package dev.waybill.web.api.replays;

import org.jspecify.annotations.NullMarked;
