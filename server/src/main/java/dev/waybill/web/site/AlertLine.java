package dev.waybill.web.site;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.alerts.Alert;
import java.time.Instant;

/// An alert in a list.
///
/// @param href its page
public record AlertLine(String id, StatusBadge badge, Alert alert, String href) {

    public static AlertLine of(Alert alert, Instant now) {
        var id = IdKind.ALERT.format(alert.id());
        return new AlertLine(id, badge(alert, now), alert, Section.ALERTS.path() + "/" + id);
    }

    private static StatusBadge badge(Alert alert, Instant now) {
        var state = alert.state();
        if (state.isResolved()) {
            return StatusBadge.RESOLVED;
        }
        if (state.isSnoozed(now)) {
            return StatusBadge.SNOOZED;
        }
        return state.acknowledgedAt() == null ? StatusBadge.FIRING : StatusBadge.ACKNOWLEDGED;
    }

    /// The level in words; empty for an alert without levels.
    public String level() {
        var level = alert.state().level();
        if (level == null) {
            return "";
        }
        return switch (level) {
            case FIRST -> "first notice";
            case SECOND -> "second notice";
            case EXPIRING -> "about to give up";
            case LOST -> "deliveries lost";
        };
    }
}
