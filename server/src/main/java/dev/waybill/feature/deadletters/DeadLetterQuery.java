package dev.waybill.feature.deadletters;

import dev.waybill.feature.deliveries.DeadLetterNote;
import dev.waybill.infra.db.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/// Reads notes and redeliveries of dead letters.
public final class DeadLetterQuery {

    private final Database database;

    public DeadLetterQuery(Database database) {
        this.database = database;
    }

    private static final String NOTES =
            """
            SELECT at, actor, kind, note, by_delivery
              FROM dead_letter_note
             WHERE delivery_id = :id
             ORDER BY number
            """;

    /// The notes of a dead letter, oldest first.
    public List<DeadLetterNote> notes(UUID deliveryId) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(NOTES)
                                .bind("id", deliveryId)
                                .map((row, _) -> read(row))
                                .list());
    }

    private static final String LAST_NOTES =
            """
            SELECT asked.id, note.at, note.actor, note.kind, note.note, note.by_delivery
              FROM unnest(:ids) AS asked (id)
             CROSS JOIN LATERAL (
                       SELECT at, actor, kind, note, by_delivery
                         FROM dead_letter_note
                        WHERE delivery_id = asked.id
                        ORDER BY number DESC
                        LIMIT 1) AS note
            """;

    /// The last note of each delivery.
    public Map<UUID, DeadLetterNote> lastNotes(List<UUID> deliveryIds) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(LAST_NOTES)
                                .bind("ids", deliveryIds.toArray(UUID[]::new))
                                .map((row, _) ->
                                        Map.entry(row.getObject("id", UUID.class), read(row)))
                                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    private static DeadLetterNote read(ResultSet row) throws SQLException {
        return new DeadLetterNote(
                row.getTimestamp("at").toInstant(),
                row.getString("actor"),
                row.getString("kind"),
                row.getString("note"),
                row.getObject("by_delivery", UUID.class));
    }

    // A redelivery is newer than the original, so older days are not searched.
    private static final String REPEATED_BY =
            """
            SELECT id
              FROM delivery
             WHERE replay_of = :id
               AND replayed
               AND id > :id
             ORDER BY id DESC
             LIMIT 1
            """;

    /// The newest redelivery of a delivery.
    public Optional<UUID> repeatedBy(UUID deliveryId) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(REPEATED_BY)
                                .bind("id", deliveryId)
                                .mapTo(UUID.class)
                                .findOne());
    }
}
