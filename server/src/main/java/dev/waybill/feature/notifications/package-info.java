/// Notifications: the channels of operators, the addresses of owners, and the sending.
@NullMarked
package dev.waybill.feature.notifications;

import org.jspecify.annotations.NullMarked;
