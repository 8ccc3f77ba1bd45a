package dev.waybill.feature.retention.archive;

import dev.waybill.engine.deliver.compose.Composer;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterator;

/// Reads rows to be archived, and inserts restored ones.
final class ArchiveStore {

    /// Rows that the driver holds in memory at a time.
    private static final int FETCHED_AT_ONCE = 200;

    // Whole rows, so that columns that are added later are archived and restored without a
    // change here. Bytes of the event are read separately, because they may be text.
    private static final String GOING =
            """
            SELECT d.id AS delivery_id, d.replayed, to_jsonb(d) AS delivery,
                   to_jsonb(e) - 'data' AS event,
                   COALESCE((SELECT jsonb_agg(to_jsonb(made) ORDER BY made.attempt)
                               FROM attempt made
                              WHERE made.delivery_id = d.id), '[]') AS attempts_made,
                   COALESCE((SELECT jsonb_agg(to_jsonb(dead_letter_note) ORDER BY number)
                               FROM dead_letter_note
                              WHERE delivery_id = d.id), '[]') AS dead_letter_notes,
                   e.id, e.app_id, e.mode, e.own_id, e.type, e.data, e.created_at, e.expires_at,
                   e.expires_by, e.ordering_key, e.sequence, e.traceparent,
                   a.attempt, a.started_at, a.url, a.signature,
                   COALESCE(receiver.format, 'waybill') AS format
              FROM delivery d
              JOIN event e ON e.id = d.event_id
              LEFT JOIN endpoint receiver ON receiver.id = d.endpoint_id
              LEFT JOIN attempt a ON a.delivery_id = d.id AND a.attempt = d.attempts
             WHERE d.id = ANY(:ids)
             ORDER BY d.id
            """;

    /// Deliveries with all their rows, in the order of their ids.
    ///
    /// @param tx a transaction; otherwise all rows would be held in memory
    ResultIterator<ArchivedDelivery> going(Handle tx, List<UUID> ids, Composer composer) {
        return tx.createQuery(GOING)
                .bind("ids", ids.toArray(UUID[]::new))
                .setFetchSize(FETCHED_AT_ONCE)
                .map((row, _) -> ArchivedDelivery.read(row, composer))
                .iterator();
    }

    // An event with a place that this database has not reached yet would not appear in the
    // feed.
    private static final String RESTORE_EVENT =
            """
            INSERT INTO event (<columns>)
            SELECT <columns>
              FROM jsonb_populate_record(
                       NULL::event,
                       CAST(:row AS jsonb)
                           || jsonb_build_object(
                                  'data', CAST(:data AS bytea),
                                  'feed_place', LEAST(
                                      (CAST(:row AS jsonb) ->> 'feed_place')::bigint,
                                      next_feed_place())))
                ON CONFLICT (id) DO NOTHING
            """;

    boolean restoreEvent(Handle tx, String row, byte[] data) {
        return tx.createUpdate(RESTORE_EVENT)
                        .define("columns", columns(tx, "event"))
                        .bind("row", row)
                        .bind("data", data)
                        .execute()
                == 1;
    }

    // The time is set to now; otherwise it would be past retention at once.
    private static final String RESTORE_DELIVERY =
            """
            INSERT INTO delivery (<columns>)
            SELECT <columns>
              FROM jsonb_populate_record(
                       NULL::delivery,
                       CAST(:row AS jsonb)
                           || jsonb_build_object('updated_at', clock_timestamp()))
                ON CONFLICT (id) DO NOTHING
            """;

    boolean restoreDelivery(Handle tx, String row) {
        return tx.createUpdate(RESTORE_DELIVERY)
                        .define("columns", columns(tx, "delivery"))
                        .bind("row", row)
                        .execute()
                == 1;
    }

    private static final String RESTORE_ATTEMPTS =
            """
            INSERT INTO attempt (<columns>)
            SELECT <columns>
              FROM jsonb_populate_recordset(NULL::attempt, CAST(:rows AS jsonb))
                ON CONFLICT (delivery_id, attempt) DO NOTHING
            """;

    int restoreAttempts(Handle tx, String rows) {
        return tx.createUpdate(RESTORE_ATTEMPTS)
                .define("columns", columns(tx, "attempt"))
                .bind("rows", rows)
                .execute();
    }

    private static final String RESTORE_NOTES =
            """
            INSERT INTO dead_letter_note (<columns>)
            SELECT <columns>
              FROM jsonb_populate_recordset(NULL::dead_letter_note, CAST(:rows AS jsonb))
                ON CONFLICT (delivery_id, number) DO NOTHING
            """;

    int restoreNotes(Handle tx, String rows) {
        return tx.createUpdate(RESTORE_NOTES)
                .define("columns", columns(tx, "dead_letter_note"))
                .bind("rows", rows)
                .execute();
    }

    private static final String COLUMNS =
            """
            SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum)
              FROM pg_attribute
             WHERE attrelid = CAST(:table AS regclass)
               AND attnum > 0
               AND NOT attisdropped
            """;

    private static String columns(Handle tx, String table) {
        return tx.createQuery(COLUMNS).bind("table", table).mapTo(String.class).one();
    }
}
