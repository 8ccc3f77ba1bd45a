package dev.waybill.redeliver;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Counts what an endpoint is sent again, over all processes.
final class ResendWindowStore {

    // One row for each endpoint, which holds no more times than may fall into the window. Whoever
    // comes second waits for the first to commit, and counts it.
    private static final String TAKE =
            """
            INSERT INTO resend_window AS w (endpoint_id, times)
            VALUES (:endpoint_id, ARRAY[CAST(:now AS timestamptz)])
                ON CONFLICT (endpoint_id) DO UPDATE
               SET times = ARRAY(
                       SELECT taken
                         FROM unnest(w.times) AS taken
                        WHERE taken > :window_start) || CAST(:now AS timestamptz)
             WHERE (SELECT count(*)
                      FROM unnest(w.times) AS taken
                     WHERE taken > :window_start) < :max
            """;

    /// False if so many were taken since the start of the window that there is no room.
    boolean take(Handle tx, UUID endpointId, Instant windowStart, int max, Instant now) {
        return tx.createUpdate(TAKE)
                        .bind("endpoint_id", endpointId)
                        .bind("window_start", windowStart)
                        .bind("max", max)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    private static final String OLDEST =
            """
            SELECT min(taken)
              FROM resend_window
             CROSS JOIN LATERAL unnest(times) AS taken
             WHERE endpoint_id = :endpoint_id
               AND taken > :window_start
            """;

    /// What leaves the window next, and makes room.
    Optional<Instant> oldest(Handle tx, UUID endpointId, Instant windowStart) {
        return tx.createQuery(OLDEST)
                .bind("endpoint_id", endpointId)
                .bind("window_start", windowStart)
                .mapTo(Instant.class)
                .findOne();
    }
}
