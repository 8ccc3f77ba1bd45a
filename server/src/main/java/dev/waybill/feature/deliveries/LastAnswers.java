package dev.waybill.feature.deliveries;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// Finds the last answer of receivers whose newest attempt got no answer: an earlier answer often
/// explains the failure. Most deliveries need no query.
final class LastAnswers {

    private LastAnswers() {}

    private static final String OF_DELIVERIES =
            """
            SELECT asked.id AS delivery_id, answer.status, answer.response_excerpt,
                   answer.started_at + answer.duration_ms * interval '1 ms' AS received_at
              FROM unnest(:ids) AS asked (id)
             CROSS JOIN LATERAL (
                       SELECT status, response_excerpt, started_at, duration_ms
                         FROM attempt
                        WHERE delivery_id = asked.id
                          AND status IS NOT NULL
                        ORDER BY attempt DESC
                        LIMIT 1) AS answer
            """;

    /// The same, in the same order, each with its last answer.
    static List<DeliveryView> addedTo(List<DeliveryView> deliveries, Handle handle) {
        var silent =
                deliveries.stream()
                        .filter(delivery ->
                                delivery.lastAnswer() == null && delivery.progress().attempts() > 1)
                        .map(DeliveryView::id)
                        .toArray(UUID[]::new);
        if (silent.length == 0) {
            return deliveries;
        }
        var answers = of(silent, handle);
        return deliveries.stream()
                .map(delivery -> {
                    var answer = answers.get(delivery.id());
                    return answer == null ? delivery : delivery.with(answer);
                })
                .toList();
    }

    private static Map<UUID, LastAnswer> of(UUID[] deliveries, Handle handle) {
        return handle.createQuery(OF_DELIVERIES)
                .bind("ids", deliveries)
                .map((row, _) ->
                        Map.entry(
                                row.getObject("delivery_id", UUID.class),
                                new LastAnswer(
                                        row.getInt("status"),
                                        row.getBytes("response_excerpt"),
                                        row.getTimestamp("received_at").toInstant())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
