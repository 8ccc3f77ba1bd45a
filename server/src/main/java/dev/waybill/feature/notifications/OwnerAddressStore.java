package dev.waybill.feature.notifications;

import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Reads and writes the addresses of owners.
final class OwnerAddressStore {

    /// After so many refused mails in a row an address gets no more.
    static final int BOUNCES_MAX = 3;

    private static final String FIND =
            """
            SELECT app_id, address, state, token, asks, asked_at
              FROM owner_address
             WHERE app_id = :app_id
               AND address = :address
            """;

    Optional<OwnerAddress> find(Handle handle, UUID appId, String address) {
        return handle.createQuery(FIND)
                .bind("app_id", appId)
                .bind("address", address)
                .map((row, _) -> read(row))
                .findOne();
    }

    private static final String BY_TOKEN =
            """
            SELECT app_id, address, state, token, asks, asked_at
              FROM owner_address
             WHERE token = :token
            """;

    Optional<OwnerAddress> byToken(Handle handle, String token) {
        return handle.createQuery(BY_TOKEN)
                .bind("token", token)
                .map((row, _) -> read(row))
                .findOne();
    }

    private static final String ADD =
            """
            INSERT INTO owner_address (app_id, address, state, token, updated_at)
            VALUES (:app_id, :address, :state, :token, :now)
                ON CONFLICT DO NOTHING
            """;

    /// Does nothing if it is known.
    void add(Handle tx, OwnerAddress owner, Instant now) {
        tx.createUpdate(ADD)
                .bind("app_id", owner.appId())
                .bind("address", owner.address())
                .bind("state", owner.state().code())
                .bind("token", owner.token())
                .bind("now", now)
                .execute();
    }

    private static final String SET_STATE =
            """
            UPDATE owner_address
               SET state = :state,
                   bounces = 0,
                   updated_at = :now
             WHERE app_id = :app_id
               AND address = :address
               AND state <> :state
            """;

    /// Returns false if it was in this state.
    boolean setState(Handle tx, OwnerAddress owner, OwnerAddress.State state, Instant now) {
        return tx.createUpdate(SET_STATE)
                        .bind("app_id", owner.appId())
                        .bind("address", owner.address())
                        .bind("state", state.code())
                        .bind("now", now)
                        .execute()
                == 1;
    }

    // The limits of one mailbox for one app and for all, and of one app over all addresses, are
    // part of the statement. The lock makes two requests at once count each other.
    private static final String LOCK_ASKS =
            """
            SELECT pg_advisory_xact_lock(hashtext('owner_address'))
            """;

    void lockAsks(Handle tx) {
        tx.execute(LOCK_ASKS);
    }

    private static final String ASK =
            """
            UPDATE owner_address
               SET asks = asks + 1,
                   asked_at = :now
             WHERE app_id = :app_id
               AND address = :address
               AND state = 'unconfirmed'
               AND (asked_at IS NULL OR asked_at <= :since)
               AND (SELECT COALESCE(sum(same.asks), 0)
                      FROM owner_address AS same
                     WHERE same.mailbox = owner_address.mailbox
                       AND same.asked_at IS NOT NULL
                       AND same.app_id = :app_id
                       AND same.state <> 'confirmed') < :asks_max
               AND (SELECT count(*)
                      FROM owner_address AS same
                     WHERE same.mailbox = owner_address.mailbox
                       AND same.asked_at > :since) < :mailbox_max
               AND (SELECT count(*)
                      FROM owner_address AS other
                     WHERE other.app_id = :app_id
                       AND other.asked_at > :since) < :app_max
            """;

    /// Returns false if a limit of confirmations is reached.
    boolean ask(Handle tx, OwnerAddress owner, Instant since, Instant now) {
        return tx.createUpdate(ASK)
                        .bind("app_id", owner.appId())
                        .bind("address", owner.address())
                        .bind("since", since)
                        .bind("now", now)
                        .bind("asks_max", OwnerAddresses.ASKS_MAX)
                        .bind("mailbox_max", OwnerAddresses.ASKS_PER_MAILBOX_AND_DAY_MAX)
                        .bind("app_max", OwnerAddresses.ASKS_PER_APP_AND_DAY_MAX)
                        .execute()
                == 1;
    }

    private static final String UNSUBSCRIBE =
            """
            UPDATE owner_address
               SET state = 'unsubscribed',
                   updated_at = :now
             WHERE address = :address
               AND state <> 'unsubscribed'
            RETURNING app_id
            """;

    /// Ends all mail to an address. Returns the apps for which it was not ended before.
    List<UUID> unsubscribe(Handle tx, String address, Instant now) {
        return tx.createQuery(UNSUBSCRIBE)
                .bind("address", address)
                .bind("now", now)
                .mapTo(UUID.class)
                .list();
    }

    private static final String BOUNCED =
            """
            UPDATE owner_address
               SET bounces = bounces + 1,
                   state = CASE WHEN bounces + 1 >= :max AND state = 'confirmed'
                                THEN 'bouncing' ELSE state END,
                   updated_at = :now
             WHERE address = :address
            """;

    /// The mail server refused a mail to this address.
    void bounced(Handle tx, String address, Instant now) {
        tx.createUpdate(BOUNCED)
                .bind("address", address)
                .bind("max", BOUNCES_MAX)
                .bind("now", now)
                .execute();
    }

    private static final String REACHED =
            """
            UPDATE owner_address
               SET bounces = 0,
                   updated_at = :now
             WHERE address = :address
               AND bounces > 0
            """;

    /// The mail server took a mail to this address.
    void reached(Handle tx, String address, Instant now) {
        tx.createUpdate(REACHED).bind("address", address).bind("now", now).execute();
    }

    private static OwnerAddress read(ResultSet row) throws SQLException {
        return new OwnerAddress(
                row.getObject("app_id", UUID.class),
                row.getString("address"),
                OwnerAddress.State.of(row.getString("state")).orElseThrow(),
                row.getString("token"),
                row.getInt("asks"),
                EventRow.instant(row, "asked_at"));
    }
}
