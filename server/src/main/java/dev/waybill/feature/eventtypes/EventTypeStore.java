package dev.waybill.feature.eventtypes;

import dev.waybill.engine.catalog.CatalogType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;

/// Event types as rows.
final class EventTypeStore {

    private static final String INSERT =
            """
            INSERT INTO event_type (
                name, description, guidance, ttl_seconds, expires_at_pointer, max_attempts,
                retry_policy, schema, validate, example, deprecated, hidden, created_at,
                updated_at)
            VALUES (
                :name, :description, :guidance, :ttl_seconds, :expires_at_pointer, :max_attempts,
                :retry_policy, :schema, :validate, :example, :deprecated, :hidden, :created_at,
                :updated_at)
            """;

    void insert(Handle tx, CatalogType type) {
        bind(tx.createUpdate(INSERT), type).bind("created_at", type.createdAt()).execute();
    }

    private static final String UPDATE =
            """
            UPDATE event_type
               SET description = :description,
                   guidance = :guidance,
                   ttl_seconds = :ttl_seconds,
                   expires_at_pointer = :expires_at_pointer,
                   max_attempts = :max_attempts,
                   retry_policy = :retry_policy,
                   schema = :schema,
                   validate = :validate,
                   example = :example,
                   deprecated = :deprecated,
                   hidden = :hidden,
                   updated_at = :updated_at
             WHERE name = :name
            """;

    void update(Handle tx, CatalogType type) {
        bind(tx.createUpdate(UPDATE), type).execute();
    }

    private static Update bind(Update update, CatalogType type) {
        return update.bind("name", type.name())
                .bind("description", type.description())
                .bind("guidance", type.guidance())
                .bind("ttl_seconds", type.delivery().ttlSeconds())
                .bind("expires_at_pointer", type.delivery().expiresAtPointer())
                .bind("max_attempts", type.delivery().attemptsMax())
                .bind("retry_policy", type.delivery().retryPolicy())
                .bind("schema", type.payload().schema())
                .bind("validate", type.payload().validate())
                .bind("example", type.payload().example())
                .bind("deprecated", type.deprecated())
                .bind("hidden", type.hidden())
                .bind("updated_at", type.updatedAt());
    }

    private static final String DELETE =
            """
            DELETE FROM event_type
             WHERE name = :name
            """;

    void delete(Handle tx, String name) {
        tx.createUpdate(DELETE).bind("name", name).execute();
    }

    private static final String FIND =
            """
            SELECT name, description, guidance, ttl_seconds, expires_at_pointer, max_attempts,
                   retry_policy, schema, validate, example, deprecated, hidden, created_at,
                   updated_at
              FROM event_type
             WHERE name = :name
            """;

    Optional<CatalogType> find(Handle handle, String name) {
        return handle.createQuery(FIND).bind("name", name).map((row, _) -> read(row)).findOne();
    }

    private static final String PAGE =
            """
            SELECT name, description, guidance, ttl_seconds, expires_at_pointer, max_attempts,
                   retry_policy, schema, validate, example, deprecated, hidden, created_at,
                   updated_at, found
              FROM (SELECT name, description, guidance, ttl_seconds, expires_at_pointer,
                           max_attempts, retry_policy, schema, validate, example, deprecated,
                           hidden, created_at, updated_at,
                           row_number() OVER (ORDER BY name) AS place,
                           count(*) OVER () AS found,
                           sum(bytes) OVER (ORDER BY name) - bytes AS bytes_before
                      FROM (SELECT name, description, guidance, ttl_seconds, expires_at_pointer,
                                   max_attempts, retry_policy, schema, validate, example,
                                   deprecated, hidden, created_at, updated_at,
                                   COALESCE(octet_length(schema), 0)
                                       + COALESCE(octet_length(example), 0) AS bytes
                              FROM event_type
                             WHERE name > :after
                               AND (:hidden_too OR NOT hidden)
                             ORDER BY name
                             LIMIT :limit + 1) AS type) AS listed
             WHERE place <= :limit
               AND bytes_before < :bytes_max
             ORDER BY name
            """;

    private record Found(CatalogType type, int found) {}

    /// @param bytesMax the page ends with the type whose schema and example reach this
    EventTypes.Page page(Handle handle, String after, int limit, boolean hiddenToo, int bytesMax) {
        var rows =
                handle.createQuery(PAGE)
                        .bind("after", after)
                        .bind("limit", limit)
                        .bind("hidden_too", hiddenToo)
                        .bind("bytes_max", bytesMax)
                        .map((row, _) -> new Found(read(row), row.getInt("found")))
                        .list();
        boolean more = !rows.isEmpty() && rows.getFirst().found > rows.size();
        return new EventTypes.Page(rows.stream().map(Found::type).toList(), more);
    }

    private static final String HEADS =
            """
            SELECT name, description, guidance, ttl_seconds, expires_at_pointer, max_attempts,
                   retry_policy, NULL AS schema, validate, NULL AS example, deprecated, hidden,
                   created_at, updated_at
              FROM event_type
             WHERE :hidden_too OR NOT hidden
             ORDER BY name
             LIMIT :limit
            """;

    List<CatalogType> heads(Handle handle, int limit, boolean hiddenToo) {
        return handle.createQuery(HEADS)
                .bind("limit", limit)
                .bind("hidden_too", hiddenToo)
                .map((row, _) -> read(row))
                .list();
    }

    private static final String WITH_EXAMPLE =
            """
            SELECT name
              FROM event_type
             WHERE (:hidden_too OR NOT hidden)
               AND example IS NOT NULL
             ORDER BY name
             LIMIT :limit
            """;

    List<String> withExample(Handle handle, int limit, boolean hiddenToo) {
        return handle.createQuery(WITH_EXAMPLE)
                .bind("limit", limit)
                .bind("hidden_too", hiddenToo)
                .mapTo(String.class)
                .list();
    }

    private static final String COUNT = "SELECT count(*) FROM event_type";

    int count(Handle handle) {
        return handle.createQuery(COUNT).mapTo(Integer.class).one();
    }

    private static CatalogType read(ResultSet row) throws SQLException {
        return new CatalogType(
                row.getString("name"),
                row.getString("description"),
                row.getString("guidance"),
                new CatalogType.DeliveryRules(
                        row.getObject("ttl_seconds", Integer.class),
                        row.getString("expires_at_pointer"),
                        row.getObject("max_attempts", Integer.class),
                        row.getString("retry_policy")),
                new CatalogType.Payload(
                        row.getString("schema"),
                        row.getBoolean("validate"),
                        row.getString("example")),
                row.getBoolean("deprecated"),
                row.getBoolean("hidden"),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("updated_at").toInstant());
    }
}
