package dev.waybill.feature.notifications;

import dev.waybill.domain.command.Choice;
import java.util.Locale;
import java.util.Optional;

/// How a channel reaches people.
public enum ChannelKind {
    EMAIL,
    /// An incoming webhook of Slack, or of a program that takes the same JSON.
    SLACK,
    /// Events to the app `platform`, which its endpoints receive signed.
    WEBHOOK,
    /// Events API v2 of PagerDuty.
    PAGERDUTY,
    LOG;

    public static final Choice<ChannelKind> CHOICE =
            new Choice<>(ChannelKind::of, "email, slack, webhook, pagerduty or log");

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ChannelKind> of(String code) {
        for (var kind : values()) {
            if (kind.code().equals(code)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /// Whether it keeps the state of each alert, and must hear of each end by itself.
    public boolean keepsIncidents() {
        return this == PAGERDUTY;
    }

    /// Whether it needs a URL or key that nobody else may know.
    public boolean hasSecret() {
        return this == SLACK || this == PAGERDUTY;
    }
}
