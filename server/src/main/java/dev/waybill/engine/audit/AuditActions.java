package dev.waybill.engine.audit;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// All actions of the audit log, by their object: the filter of its page offers them. The
/// documentation lists the same, and a test compares both.
public final class AuditActions {

    private static final SortedMap<String, List<String>> WORDS =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("alert", List.of("acknowledged", "snoozed")),
                            Map.entry("alert_rule", List.of("updated")),
                            Map.entry("api_key", List.of("created", "revoked")),
                            Map.entry(
                                    "app",
                                    List.of(
                                            "created",
                                            "updated",
                                            "deleted",
                                            "portal_expired",
                                            "portal_updated")),
                            Map.entry("dead_letter", List.of("resolved", "reopened", "noted")),
                            Map.entry("delivery", List.of("resent", "requeued", "cancelled")),
                            Map.entry("encryption_key", List.of("retired")),
                            Map.entry("event", List.of("cancelled")),
                            Map.entry("event_type", List.of("created", "updated", "deleted")),
                            Map.entry(
                                    "notification_channel",
                                    List.of("created", "updated", "deleted", "tested")),
                            Map.entry("owner_address", List.of("confirmed", "unsubscribed")),
                            Map.entry("portal", List.of("updated")),
                            Map.entry("portal_link", List.of("created", "used", "revoked")),
                            Map.entry(
                                    "replay",
                                    List.of(
                                            "created",
                                            "updated",
                                            "paused",
                                            "resumed",
                                            "cancelled")),
                            Map.entry("retry_policy", List.of("created", "updated", "deleted")),
                            Map.entry("session", List.of("created", "ended")),
                            Map.entry(
                                    "user",
                                    List.of(
                                            "created",
                                            "updated",
                                            "deleted",
                                            "disabled",
                                            "enabled",
                                            "link_made",
                                            "password_changed")),
                            Map.entry(
                                    "webhook_endpoint",
                                    List.of(
                                            "created",
                                            "updated",
                                            "deleted",
                                            "enabled",
                                            "disabled",
                                            "paused",
                                            "resumed",
                                            "secret_rotated",
                                            "secret_revealed",
                                            "tested",
                                            "lane_released"))));

    private AuditActions() {}

    /// For example `webhook_endpoint.paused`.
    public static List<String> all() {
        return WORDS.entrySet().stream().flatMap(AuditActions::actions).toList();
    }

    private static Stream<String> actions(Map.Entry<String, List<String>> kind) {
        return kind.getValue().stream().map(word -> kind.getKey() + "." + word);
    }
}
