package dev.waybill.query;

import dev.waybill.db.Database;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Reads what became of dead letters.
public final class LetterQuery {

    private final Database database;

    public LetterQuery(Database database) {
        this.database = database;
    }

    private static final String NOTES =
            """
            SELECT at, actor, kind, note, by_delivery
              FROM letter_note
             WHERE delivery_id = :id
             ORDER BY number
            """;

    /// Its history, oldest first.
    public List<LetterNote> notes(UUID deliveryId) {
        return database.desk()
                .withHandle(handle ->
                        handle.createQuery(NOTES)
                                .bind("id", deliveryId)
                                .map((row, _) ->
                                        new LetterNote(
                                                row.getTimestamp("at").toInstant(),
                                                row.getString("actor"),
                                                row.getString("kind"),
                                                row.getString("note"),
                                                row.getObject("by_delivery", UUID.class)))
                                .list());
    }

    // A repetition is made later than what it repeats, so no older day is looked at.
    private static final String REPEATED_BY =
            """
            SELECT id
              FROM delivery
             WHERE replay_of = :id
               AND id > :id
             ORDER BY id DESC
             LIMIT 1
            """;

    /// The newest delivery that repeats it.
    public Optional<UUID> repeatedBy(UUID deliveryId) {
        return database.desk()
                .withHandle(handle ->
                        handle.createQuery(REPEATED_BY)
                                .bind("id", deliveryId)
                                .mapTo(UUID.class)
                                .findOne());
    }
}
