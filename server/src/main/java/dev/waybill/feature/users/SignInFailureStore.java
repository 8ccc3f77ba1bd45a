package dev.waybill.feature.users;

import dev.waybill.engine.access.KeyHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;

/// Failed sign-ins as rows.
final class SignInFailureStore {

    record Failures(int count, Instant lastAt) {}

    private static final String FIND =
            """
            SELECT failures, last_at
              FROM sign_in_failure
             WHERE subject = :subject
            """;

    Optional<Failures> find(Handle handle, KeyHash subject) {
        return handle.createQuery(FIND)
                .bind("subject", subject.bytes())
                .map(SignInFailureStore::read)
                .findOne();
    }

    private static final String ENSURE =
            """
            INSERT INTO sign_in_failure (subject, failures, last_at)
            VALUES (:subject, 0, :now)
                ON CONFLICT (subject) DO NOTHING
            """;

    /// Creates a row to lock: otherwise concurrent attempts would all count as the first.
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

    /// Locks the row until the transaction ends.
    Optional<Failures> lock(Handle tx, KeyHash subject) {
        return tx.createQuery(LOCK)
                .bind("subject", subject.bytes())
                .map(SignInFailureStore::read)
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

    private static final String CLEAR =
            """
            DELETE FROM sign_in_failure
             WHERE subject = :subject
            """;

    void clear(Handle tx, KeyHash subject) {
        tx.createUpdate(CLEAR).bind("subject", subject.bytes()).execute();
    }

    // Rows that are locked by others are skipped.
    private static final String FORGET =
            """
            DELETE FROM sign_in_failure
             WHERE subject IN (
                       SELECT subject
                         FROM sign_in_failure
                        WHERE last_at <= :forgotten
                        LIMIT :limit
                          FOR UPDATE SKIP LOCKED)
            """;

    /// Returns how many were too old to count, at most `limit`.
    int forget(Handle handle, Instant forgotten, int limit) {
        return handle.createUpdate(FORGET)
                .bind("forgotten", forgotten)
                .bind("limit", limit)
                .execute();
    }

    private static Failures read(ResultSet row, StatementContext context) throws SQLException {
        return new Failures(row.getInt("failures"), row.getTimestamp("last_at").toInstant());
    }
}
