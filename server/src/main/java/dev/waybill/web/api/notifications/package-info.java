/// Notification channels in the API.
@NullMarked
package dev.waybill.web.api.notifications;

import org.jspecify.annotations.NullMarked;
