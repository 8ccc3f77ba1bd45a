package dev.waybill.feature.redelivery;

import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Limits the requests that users cause to one endpoint, over all processes, so that Waybill cannot
/// be used to flood a receiver.
public final class SendWindow {

    public static final Duration LENGTH = Duration.ofMinutes(1);

    /// The kinds of requests, which are counted separately.
    public enum Kind {
        /// Resends by hand. For more there are replays, which have a pace.
        RESEND(100),
        /// Test events, whose results users look at one by one.
        TEST(30);

        private final int max;

        Kind(int max) {
            this.max = max;
        }

        /// For one endpoint within [#LENGTH].
        public int max() {
            return max;
        }

        private String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Counts one more in a separate transaction.
    public Optional<Duration> take(Database database, UUID endpointId, Kind kind, Instant now) {
        return database.interactive().inTransaction(tx -> take(tx, endpointId, kind, now));
    }

    /// Counts one more.
    ///
    /// @return empty if there was room for it; else the time after which there is, and nothing is
    ///   counted
    Optional<Duration> take(Handle tx, UUID endpointId, Kind kind, Instant now) {
        if (insert(tx, endpointId, kind, now)) {
            return Optional.empty();
        }
        var room = oldest(tx, endpointId, kind, now).orElse(now).plus(LENGTH);
        return Optional.of(Duration.between(now, room));
    }

    // One row for each endpoint and kind, which holds no more times than may fall into the window.
    // A concurrent transaction waits for the first to commit, and counts it.
    private static final String TAKE =
            """
            INSERT INTO send_window AS w (endpoint_id, kind, times)
            VALUES (:endpoint_id, :kind, ARRAY[CAST(:now AS timestamptz)])
                ON CONFLICT (endpoint_id, kind) DO UPDATE
               SET times = ARRAY(
                       SELECT taken
                         FROM unnest(w.times) AS taken
                        WHERE taken > :window_start) || CAST(:now AS timestamptz)
             WHERE (SELECT count(*)
                      FROM unnest(w.times) AS taken
                     WHERE taken > :window_start) < :max
            """;

    private static boolean insert(Handle tx, UUID endpointId, Kind kind, Instant now) {
        return tx.createUpdate(TAKE)
                        .bind("endpoint_id", endpointId)
                        .bind("kind", kind.code())
                        .bind("window_start", now.minus(LENGTH))
                        .bind("max", kind.max)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    private static final String OLDEST =
            """
            SELECT min(taken)
              FROM send_window
             CROSS JOIN LATERAL unnest(times) AS taken
             WHERE endpoint_id = :endpoint_id
               AND kind = :kind
               AND taken > :window_start
            """;

    /// The oldest request in the window, which leaves it next.
    private static Optional<Instant> oldest(Handle tx, UUID endpointId, Kind kind, Instant now) {
        return tx.createQuery(OLDEST)
                .bind("endpoint_id", endpointId)
                .bind("kind", kind.code())
                .bind("window_start", now.minus(LENGTH))
                .mapTo(Instant.class)
                .findOne();
    }
}
