/// The pages of alerts.
@NullMarked
package dev.waybill.web.dashboard.alerts;

import org.jspecify.annotations.NullMarked;
