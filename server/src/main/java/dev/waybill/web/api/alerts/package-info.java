/// Alerts and their rules in the API.
@NullMarked
package dev.waybill.web.api.alerts;

import org.jspecify.annotations.NullMarked;
