package dev.waybill.feature.notifications;

import dev.waybill.domain.alert.Severity;
import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads and writes channels.
final class ChannelStore {

    private static final String LIST =
            """
            SELECT id, kind, name, severity, addresses, host, secret_sealed, paused, last_sent_at,
                   last_error, last_error_at, created_at, updated_at
              FROM notification_channel
             ORDER BY id
            """;

    /// All of them: there are at most [ChannelRules#COUNT_MAX].
    List<Channel> list(Handle handle) {
        return handle.createQuery(LIST).map((row, _) -> read(row)).list();
    }

    private static final String FIND =
            """
            SELECT id, kind, name, severity, addresses, host, secret_sealed, paused, last_sent_at,
                   last_error, last_error_at, created_at, updated_at
              FROM notification_channel
             WHERE id = :id
               FOR UPDATE
            """;

    Optional<Channel> lock(Handle tx, UUID id) {
        return tx.createQuery(FIND).bind("id", id).map((row, _) -> read(row)).findOne();
    }

    private static final String LOCK =
            """
            SELECT pg_advisory_xact_lock(hashtext('notification_channel'))
            """;

    /// Keeps other creates away until the transaction ends.
    void lockAll(Handle tx) {
        tx.execute(LOCK);
    }

    private static final String INSERT =
            """
            INSERT INTO notification_channel (
                id, kind, name, severity, addresses, host, secret_sealed, created_at, updated_at)
            VALUES (:id, :kind, :name, :severity, :addresses, :host, CAST(:sealed AS bytea),
                    :now, :now)
            """;

    void insert(Handle tx, Channel channel) {
        tx.createUpdate(INSERT)
                .bind("id", channel.id())
                .bind("kind", channel.kind().code())
                .bind("name", channel.name())
                .bind("severity", channel.severity().code())
                .bind("addresses", channel.target().addresses().toArray(String[]::new))
                .bind("host", channel.target().host())
                .bind("sealed", channel.target().sealed())
                .bind("now", channel.createdAt())
                .execute();
    }

    // The error of an address that was removed is removed with it.
    private static final String UPDATE =
            """
            UPDATE notification_channel
               SET name = :name,
                   severity = :severity,
                   addresses = :addresses,
                   paused = :paused,
                   last_error = CASE WHEN error_address IS NULL
                                       OR error_address = ANY (:addresses)
                                     THEN last_error END,
                   updated_at = :now
             WHERE id = :id
            """;

    void update(Handle tx, Channel channel) {
        tx.createUpdate(UPDATE)
                .bind("id", channel.id())
                .bind("name", channel.name())
                .bind("severity", channel.severity().code())
                .bind("addresses", channel.target().addresses().toArray(String[]::new))
                .bind("paused", channel.paused())
                .bind("now", channel.updatedAt())
                .execute();
    }

    private static final String DELETE =
            """
            DELETE FROM notification_channel
             WHERE id = :id
            """;

    void delete(Handle tx, UUID id) {
        tx.createUpdate(DELETE).bind("id", id).execute();
    }

    private static final String SENT =
            """
            UPDATE notification_channel
               SET last_sent_at = :now,
                   last_error = CASE WHEN error_address IS DISTINCT FROM :address
                                     THEN last_error END
             WHERE id = :id
            """;

    /// A message was sent. It ends the error of the same recipient.
    ///
    /// @param address the recipient of a mail; null for other messages
    void sent(Handle tx, UUID id, @Nullable String address, Instant now) {
        tx.createUpdate(SENT).bind("id", id).bind("address", address).bind("now", now).execute();
    }

    private static final String FAILED =
            """
            UPDATE notification_channel
               SET last_error = :error,
                   last_error_at = :now,
                   error_address = :address
             WHERE id = :id
            """;

    void failed(Handle tx, UUID id, @Nullable String address, String error, Instant now) {
        tx.createUpdate(FAILED)
                .bind("id", id)
                .bind("address", address)
                .bind("error", error)
                .bind("now", now)
                .execute();
    }

    // The id of the key is in the bytes 2 to 5 of a sealed value: see Vault.
    private static final String SEALED_WITH_OTHERS =
            """
            SELECT id, secret_sealed
              FROM notification_channel
             WHERE encode(substr(secret_sealed, 2, 4), 'hex') <> :key
             ORDER BY id
               FOR UPDATE
            """;

    /// A channel's sealed value.
    record Sealed(UUID id, byte[] secret) {}

    List<Sealed> sealedWithOthers(Handle tx, String keyId) {
        return tx.createQuery(SEALED_WITH_OTHERS)
                .bind("key", keyId)
                .map((row, _) ->
                        new Sealed(row.getObject("id", UUID.class), row.getBytes("secret_sealed")))
                .list();
    }

    private static final String RESEAL =
            """
            UPDATE notification_channel
               SET secret_sealed = :secret
             WHERE id = :id
            """;

    void reseal(Handle tx, Sealed sealed) {
        tx.createUpdate(RESEAL).bind("id", sealed.id()).bind("secret", sealed.secret()).execute();
    }

    private static Channel read(ResultSet row) throws SQLException {
        return new Channel(
                row.getObject("id", UUID.class),
                ChannelKind.of(row.getString("kind")).orElseThrow(),
                row.getString("name"),
                Severity.of(row.getString("severity")).orElseThrow(),
                new Channel.Target(
                        List.of((String[]) row.getArray("addresses").getArray()),
                        row.getString("host"),
                        row.getBytes("secret_sealed")),
                row.getBoolean("paused"),
                new Channel.Health(
                        EventRow.instant(row, "last_sent_at"),
                        row.getString("last_error"),
                        EventRow.instant(row, "last_error_at")),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("updated_at").toInstant());
    }
}
