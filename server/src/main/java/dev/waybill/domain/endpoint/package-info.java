/// Endpoints: their settings, states and health, and the pace at which they may be called.
@NullMarked
package dev.waybill.domain.endpoint;

import org.jspecify.annotations.NullMarked;
