/// Alerts: the evaluation of their rules, their states, and the mails to owners.
@NullMarked
package dev.waybill.feature.alerts;

import org.jspecify.annotations.NullMarked;
