/// Endpoints in the API: their settings, secrets, states and ordered lanes.
@NullMarked
package dev.waybill.web.api.endpoints;

import org.jspecify.annotations.NullMarked;
