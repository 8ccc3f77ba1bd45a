package dev.waybill.feature.retrypolicies;

import dev.waybill.engine.catalog.CustomPolicy;
import dev.waybill.engine.catalog.PolicyJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Retry policies as rows. A revision is never changed: deliveries refer to it until they end.
final class PolicyStore {

    private static final String INSERT_REVISION =
            """
            INSERT INTO retry_policy_revision (key, spec, created_at)
            VALUES (:key, :spec, :now)
                ON CONFLICT (key) DO NOTHING
            """;

    void insertRevision(Handle tx, String key, String spec, Instant now) {
        tx.createUpdate(INSERT_REVISION)
                .bind("key", key)
                .bind("spec", spec)
                .bind("now", now)
                .execute();
    }

    private static final String INSERT =
            """
            INSERT INTO retry_policy (name, given, revision, created_at, updated_at)
            VALUES (:name, :given, :revision, :now, :now)
            """;

    void insert(Handle tx, String name, String given, String revision, Instant now) {
        tx.createUpdate(INSERT)
                .bind("name", name)
                .bind("given", given)
                .bind("revision", revision)
                .bind("now", now)
                .execute();
    }

    private static final String UPDATE =
            """
            UPDATE retry_policy
               SET given = :given,
                   revision = :revision,
                   updated_at = :now
             WHERE name = :name
            """;

    void update(Handle tx, String name, String given, String revision, Instant now) {
        tx.createUpdate(UPDATE)
                .bind("name", name)
                .bind("given", given)
                .bind("revision", revision)
                .bind("now", now)
                .execute();
    }

    private static final String DELETE =
            """
            DELETE FROM retry_policy
             WHERE name = :name
               AND NOT EXISTS (
                       SELECT
                         FROM endpoint
                        WHERE retry_policy = :name
                          AND deleted_at IS NULL)
               AND NOT EXISTS (
                       SELECT
                         FROM event_type
                        WHERE retry_policy = :name)
            """;

    /// False if there is none of this name, or it is in use.
    boolean delete(Handle tx, String name) {
        return tx.createUpdate(DELETE).bind("name", name).execute() == 1;
    }

    private static final String FIND =
            """
            SELECT spec, given, retry_policy.created_at, updated_at
              FROM retry_policy
              JOIN retry_policy_revision ON key = revision
             WHERE name = :name
            """;

    Optional<CustomPolicy> find(Handle handle, String name) {
        return handle.createQuery(FIND).bind("name", name).map((row, _) -> read(row)).findOne();
    }

    private static final String PAGE =
            """
            SELECT spec, given, retry_policy.created_at, updated_at
              FROM retry_policy
              JOIN retry_policy_revision ON key = revision
             WHERE name > :after
             ORDER BY name
             LIMIT :limit
            """;

    List<CustomPolicy> page(Handle handle, String after, int limit) {
        return handle.createQuery(PAGE)
                .bind("after", after)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    private static final String COUNT = "SELECT count(*) FROM retry_policy";

    int count(Handle handle) {
        return handle.createQuery(COUNT).mapTo(Integer.class).one();
    }

    private static CustomPolicy read(ResultSet row) throws SQLException {
        return new CustomPolicy(
                PolicyJson.read(row.getString("spec")),
                row.getString("given"),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("updated_at").toInstant());
    }
}
