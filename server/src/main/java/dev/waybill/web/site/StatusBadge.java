package dev.waybill.web.site;

import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.event.EventStatus;
import dev.waybill.domain.replay.ReplayState;
import dev.waybill.feature.deliveries.DeliveryView;
import java.util.Locale;

/// A state as pages show it: an icon, a label and a colour, each of which is enough to recognize
/// it.
public enum StatusBadge {
    PENDING(Icon.CLOCK, "Pending"),
    IN_FLIGHT(Icon.ARROW, "In flight"),
    /// Pending after a failed attempt: a state of the pages only.
    RETRYING(Icon.LOOP, "Retrying"),
    DELIVERED(Icon.CHECK, "Delivered"),
    FAILED(Icon.CROSS, "Failed"),
    EXPIRED(Icon.HOURGLASS, "Expired"),
    /// The state of an event of which nothing is to be sent.
    NO_DELIVERIES(Icon.SLASH, "No deliveries"),
    CANCELLED(Icon.SLASH, "Cancelled"),
    ACTIVE(Icon.CHECK, "Active"),
    PAUSED(Icon.BARS, "Paused"),
    DISABLED(Icon.SLASH, "Disabled"),
    DELETED(Icon.SLASH, "Deleted"),
    REVOKED(Icon.SLASH, "Revoked"),
    /// States of replays and their items.
    PLANNED(Icon.CLOCK, "Planned"),
    RUNNING(Icon.ARROW, "Running"),
    DONE(Icon.CHECK, "Done"),
    SKIPPED(Icon.SLASH, "Skipped"),
    INVITED(Icon.CLOCK, "Invited"),
    /// States of alerts and channels.
    FIRING(Icon.WARNING, "Firing"),
    ACKNOWLEDGED(Icon.CHECK, "Acknowledged"),
    SNOOZED(Icon.CLOCK, "Snoozed"),
    RESOLVED(Icon.CHECK, "Resolved"),
    FAILING(Icon.CROSS, "Failing");

    private final Icon icon;
    private final String word;

    StatusBadge(Icon icon, String word) {
        this.icon = icon;
        this.word = word;
    }

    public static StatusBadge of(DeliveryView delivery) {
        return switch (delivery.progress().state()) {
            case PENDING -> delivery.progress().attempts() > 0 ? RETRYING : PENDING;
            case IN_FLIGHT -> IN_FLIGHT;
            case DELIVERED -> DELIVERED;
            case FAILED -> FAILED;
            case EXPIRED -> EXPIRED;
            case CANCELLED -> CANCELLED;
        };
    }

    public static StatusBadge of(EventStatus status) {
        return switch (status) {
            case NO_DELIVERIES -> NO_DELIVERIES;
            case PENDING -> PENDING;
            case DELIVERY_FAILED -> FAILED;
            case EXPIRED -> EXPIRED;
            case DELIVERED -> DELIVERED;
        };
    }

    public static StatusBadge of(ReplayState state) {
        return switch (state) {
            case PLANNED -> PLANNED;
            case RUNNING -> RUNNING;
            case PAUSED -> PAUSED;
            case DONE -> DONE;
            case CANCELLED -> CANCELLED;
        };
    }

    public static StatusBadge of(EndpointState state) {
        return switch (state) {
            case ACTIVE -> ACTIVE;
            case PAUSED -> PAUSED;
            case DISABLED -> DISABLED;
        };
    }

    public Icon icon() {
        return icon;
    }

    public String code() {
        return word;
    }

    /// The class of the dot that ends a timeline with it.
    public String dot() {
        if (this == DELIVERED) {
            return "ok";
        }
        return this == FAILED ? "no" : "odd";
    }

    /// The class by which the stylesheet colours it.
    public String tone() {
        return "tone-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
