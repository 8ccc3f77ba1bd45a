package dev.waybill.feature.alerts;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.AlertState;
import dev.waybill.domain.alert.Severity;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A problem that somebody should know about.
///
/// @param subject the endpoint that it is about; null for the whole service
/// @param startedAt when the problem began
/// @param firedAt when the alert fired
/// @param care who takes care of it; null if nobody has acknowledged it
/// @param host the host of all endpoints that it is about; null unless there are several of one
public record Alert(
        UUID id,
        AlertRule rule,
        Severity severity,
        @Nullable Subject subject,
        AlertState state,
        String summary,
        Instant startedAt,
        Instant firedAt,
        @Nullable Care care,
        Instant updatedAt,
        @Nullable String host) {

    public static final int SUMMARY_LENGTH_MAX = 1_000;

    public Alert {
        summary = summary.substring(0, Math.min(summary.length(), SUMMARY_LENGTH_MAX));
    }

    /// The endpoint that an alert is about.
    public record Subject(UUID endpointId, UUID appId, Mode mode) {}

    /// Who has acknowledged the alert.
    public record Care(String actor, @Nullable String note) {}

    public @Nullable UUID endpointId() {
        return subject == null ? null : subject.endpointId;
    }

    /// The same in another state.
    public Alert in(AlertState other, Instant now) {
        var stillCared = other.acknowledgedAt() == null ? null : care;
        return new Alert(
                id,
                rule,
                severity,
                subject,
                other,
                summary,
                startedAt,
                firedAt,
                stillCared,
                now,
                host);
    }

    /// The same with other words.
    Alert saying(Severity level, String words) {
        return new Alert(
                id, rule, level, subject, state, words, startedAt, firedAt, care, updatedAt, host);
    }

    /// The same, acknowledged.
    Alert caredFor(Care by, Instant now) {
        var acknowledged =
                new AlertState(
                        state.level(),
                        state.reopened(),
                        now,
                        state.snoozedUntil(),
                        state.resolvedAt());
        return new Alert(
                id,
                rule,
                severity,
                subject,
                acknowledged,
                summary,
                startedAt,
                firedAt,
                by,
                now,
                host);
    }

    /// The same, quiet until a time.
    Alert snoozed(@Nullable Instant until, Instant now) {
        var quiet =
                new AlertState(
                        state.level(),
                        state.reopened(),
                        state.acknowledgedAt(),
                        until,
                        state.resolvedAt());
        return in(quiet, now);
    }
}
