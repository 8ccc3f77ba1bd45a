package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// What a mail tells about one endpoint, and the words for it. Several alerts may be about the same
/// endpoint: one that Waybill disables no longer fails.
///
/// @param entries in the order in which they happened
record OwnerTopic(List<OwnerMail.Entry> entries) {

    OwnerTopic {
        entries = List.copyOf(entries);
    }

    /// One for each endpoint, the most urgent first.
    static List<OwnerTopic> of(List<OwnerMail.Entry> entries) {
        Map<UUID, List<OwnerMail.Entry>> byEndpoint = new LinkedHashMap<>();
        for (var entry : entries) {
            var alert = entry.alert();
            var key = Objects.requireNonNullElse(alert.endpointId(), alert.id());
            byEndpoint.computeIfAbsent(key, _ -> new ArrayList<>()).add(entry);
        }
        return byEndpoint.values().stream()
                .map(OwnerTopic::new)
                .sorted(Comparator.comparing((OwnerTopic topic) -> topic.top().news()).reversed())
                .toList();
    }

    /// The most urgent entry.
    OwnerMail.Entry top() {
        return entries.stream().max(Comparator.comparing(OwnerMail.Entry::news)).orElseThrow();
    }

    boolean needsAttention() {
        return top().news().needsAttention();
    }

    /// Whether deliveries to it arrive again, and nothing else is to be told.
    private boolean works() {
        return entries.stream()
                .allMatch(entry ->
                        entry.news() == OwnerNews.RESOLVED
                                && entry.alert().rule() == AlertRule.ENDPOINT_FAILING);
    }

    /// The subject of a mail about these topics.
    ///
    /// @param label of the endpoint of the first one
    static String subject(List<OwnerTopic> topics, String label) {
        if (topics.size() == 1) {
            return topics.getFirst().headline() + ": " + label;
        }
        long attention = topics.stream().filter(OwnerTopic::needsAttention).count();
        if (attention == 1) {
            return "One of your webhook endpoints needs attention: " + label;
        }
        if (attention > 1) {
            return attention + " of your webhook endpoints need attention";
        }
        return topics.stream().allMatch(OwnerTopic::works)
                ? topics.size() + " of your webhook endpoints work again"
                : "News about " + topics.size() + " of your webhook endpoints";
    }

    private String headline() {
        var top = top();
        var rule = top.alert().rule();
        return switch (top.news()) {
            case FIRED ->
                    rule == AlertRule.ENDPOINT_DISABLED
                            ? "Your webhook endpoint was taken out of service"
                            : "Your webhook endpoint rejects deliveries";
            case FIRST, SECOND -> "Your webhook endpoint is failing";
            case EXPIRING -> "Deliveries to your webhook endpoint are about to give up";
            case LOST -> "Deliveries to your webhook endpoint were lost";
            case OUT_OF_SERVICE -> "Your webhook endpoint is out of service";
            case RESOLVED -> recovered(rule);
        };
    }

    private static String recovered(AlertRule rule) {
        if (rule == AlertRule.ENDPOINT_FAILING) {
            return "Your webhook endpoint works again";
        }
        return rule == AlertRule.ENDPOINT_DISABLED
                ? "Your webhook endpoint is in service again"
                : "Your webhook endpoint rejects no more deliveries";
    }

    /// What is said about an entry. The summary of an alert is that of its beginning, except that
    /// of a failure, which ends with a summary of its own.
    static String sentence(OwnerMail.Entry entry) {
        var alert = entry.alert();
        if (entry.news().needsAttention() || alert.rule() == AlertRule.ENDPOINT_FAILING) {
            return alert.summary();
        }
        if (entry.news() == OwnerNews.OUT_OF_SERVICE) {
            return "It is out of service.";
        }
        return alert.rule() == AlertRule.ENDPOINT_DISABLED
                ? "It is in service again."
                : "It rejected no further deliveries.";
    }
}
