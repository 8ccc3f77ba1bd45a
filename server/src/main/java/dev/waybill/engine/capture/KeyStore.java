package dev.waybill.engine.capture;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// The keys that make publishes idempotent. Each statement takes its locks in sorted order, so that
/// two batches cannot deadlock.
final class KeyStore {

    /// A key that an event of this batch needs.
    record KeyRequest(KeyName name, byte[] fingerprint, UUID eventId) {}

    /// A key that another event already owns.
    record Owned(KeyName name, byte[] fingerprint, UUID eventId) {}

    private static final String TAKE_KEYS =
            """
            INSERT INTO publish_key (
                app_id, mode, kind, key, ordinal, fingerprint, event_id, created_at)
            SELECT app_id, mode, kind, key, ordinal, fingerprint, event_id, ?
              FROM unnest(
                       ?::uuid[], ?::text[], ?::text[], ?::text[], ?::int4[], ?::bytea[], ?::uuid[])
                   AS wanted (app_id, mode, kind, key, ordinal, fingerprint, event_id)
             ORDER BY app_id, mode, kind, key, ordinal
                ON CONFLICT DO NOTHING
            RETURNING app_id, mode, kind, key, ordinal
            """;

    /// Returns the keys that were taken. Waits for transactions that are about to take one.
    Set<KeyName> takeKeys(Connection tx, List<KeyRequest> wanted, Instant now) throws SQLException {
        try (var statement = tx.prepareStatement(TAKE_KEYS)) {
            var arrays = new SqlArrays(statement).time(now);
            setNames(arrays, wanted.stream().map(KeyRequest::name).toList());
            arrays.bytes(wanted, KeyRequest::fingerprint).uuids(wanted, KeyRequest::eventId);
            var taken = new HashSet<KeyName>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    taken.add(KeyName.read(rows));
                }
            }
            return taken;
        }
    }

    private static final String OWNERS_OF =
            """
            SELECT app_id, mode, kind, key, ordinal, publish_key.fingerprint, publish_key.event_id
              FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int4[])
                   AS asked (app_id, mode, kind, key, ordinal)
              JOIN publish_key USING (app_id, mode, kind, key, ordinal)
            """;

    List<Owned> ownersOf(Connection tx, List<KeyName> names) throws SQLException {
        try (var statement = tx.prepareStatement(OWNERS_OF)) {
            setNames(new SqlArrays(statement), names);
            var owned = new ArrayList<Owned>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    owned.add(
                            new Owned(
                                    KeyName.read(rows),
                                    rows.getBytes("fingerprint"),
                                    rows.getObject("event_id", UUID.class)));
                }
            }
            return owned;
        }
    }

    private static final String GIVE_BACK =
            """
            DELETE FROM publish_key
             USING unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int4[])
                   AS ours (app_id, mode, kind, key, ordinal)
             WHERE publish_key.app_id = ours.app_id
               AND publish_key.mode = ours.mode
               AND publish_key.kind = ours.kind
               AND publish_key.key = ours.key
               AND publish_key.ordinal = ours.ordinal
            """;

    /// For an event that owns one of its two keys but not the other, and is therefore not captured.
    void giveBack(Connection tx, List<KeyName> names) throws SQLException {
        try (var statement = tx.prepareStatement(GIVE_BACK)) {
            setNames(new SqlArrays(statement), names);
            statement.executeUpdate();
        }
    }

    private static final String EXISTING_EVENTS =
            """
            SELECT event.id
              FROM unnest(?::uuid[]) AS asked (id)
              JOIN event ON event.id = asked.id
            """;

    /// The ids among these that Waybill gave to events.
    Set<UUID> existingEvents(Connection tx, List<UUID> ids) throws SQLException {
        try (var statement = tx.prepareStatement(EXISTING_EVENTS)) {
            new SqlArrays(statement).uuids(ids, id -> id);
            var existing = new HashSet<UUID>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    existing.add(rows.getObject(1, UUID.class));
                }
            }
            return existing;
        }
    }

    private static void setNames(SqlArrays arrays, List<KeyName> names) throws SQLException {
        arrays.uuids(names, KeyName::appId)
                .texts(names, name -> name.mode().code())
                .texts(names, name -> name.kind().code())
                .texts(names, KeyName::key)
                .integers(names, KeyName::ordinal);
    }
}
