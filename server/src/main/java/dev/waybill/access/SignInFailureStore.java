package dev.waybill.access;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Failures to sign in as rows.
final class SignInFailureStore {

    record Failures(int count, Instant lastAt) {}

    private static final String ENSURE =
            """
            INSERT INTO sign_in_failure (subject, failures, last_at)
            VALUES (:subject, 0, :now)
                ON CONFLICT (subject) DO NOTHING
            """;

    /// Makes something to lock: without it many at once would all be the first.
    void ensure(Handle tx, KeyHash subject, Instant now) {
        tx.createUpdate(ENSURE).bind("subject", subject.bytes()).bind("now", now).execute();
    }

    private static final String LOCK =
            """
            SELECT failures, last_at
              FROM sign_in_failure
             WHERE subject = :subject
               FOR UPDATE
            """;

    /// Nobody else counts it until the transaction ends.
    Optional<Failures> lock(Handle tx, KeyHash subject) {
        return tx.createQuery(LOCK)
                .bind("subject", subject.bytes())
                .map((row, _) ->
                        new Failures(
                                row.getInt("failures"), row.getTimestamp("last_at").toInstant()))
                .findOne();
    }

    private static final String COUNT =
            """
            UPDATE sign_in_failure
               SET failures = CASE WHEN last_at <= :forgotten THEN 1 ELSE failures + 1 END,
                   last_at = :now
             WHERE subject = :subject
            """;

    void count(Handle tx, KeyHash subject, Instant now, Instant forgotten) {
        tx.createUpdate(COUNT)
                .bind("subject", subject.bytes())
                .bind("now", now)
                .bind("forgotten", forgotten)
                .execute();
    }

    private static final String TAKE_BACK =
            """
            UPDATE sign_in_failure
               SET failures = failures - 1
             WHERE subject = :subject
               AND failures > 0
            """;

    void takeBack(Handle tx, KeyHash subject) {
        tx.createUpdate(TAKE_BACK).bind("subject", subject.bytes()).execute();
    }

    // Others may be counting what is old again: it is left to them.
    private static final String CLEAR =
            """
            DELETE FROM sign_in_failure
             WHERE subject = :subject
                OR subject IN (
                       SELECT subject
                         FROM sign_in_failure
                        WHERE last_at <= :forgotten
                          FOR UPDATE SKIP LOCKED)
            """;

    /// Those of this one, and whatever is too old to count, so that nothing has to sweep.
    void clear(Handle tx, KeyHash subject, Instant forgotten) {
        tx.createUpdate(CLEAR)
                .bind("subject", subject.bytes())
                .bind("forgotten", forgotten)
                .execute();
    }
}
