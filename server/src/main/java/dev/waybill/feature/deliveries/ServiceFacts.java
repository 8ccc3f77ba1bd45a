package dev.waybill.feature.deliveries;

import dev.waybill.infra.db.Database;
import java.time.Instant;
import java.util.List;

/// Facts about the service and the database that are read from the database.
public final class ServiceFacts {

    private final Database database;

    public ServiceFacts(Database database) {
        this.database = database;
    }

    /// The database server, and the schema in it.
    ///
    /// @param schema the newest migration, as it is numbered
    public record Storage(String version, long bytes, String schema, Instant migratedAt) {}

    // The size is that of the files: the server asks the file system, and reads no file.
    private static final String STORAGE =
            """
            SELECT current_setting('server_version') AS server,
                   pg_database_size(current_database()) AS bytes,
                   version AS schema,
                   installed_on AT TIME ZONE current_setting('TimeZone') AS migrated_at
              FROM schema_version
             WHERE success
               AND version IS NOT NULL
             ORDER BY installed_rank DESC
             LIMIT 1
            """;

    public Storage storage() {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(STORAGE)
                                .map((row, _) ->
                                        new Storage(
                                                row.getString("server"),
                                                row.getLong("bytes"),
                                                row.getString("schema"),
                                                row.getTimestamp("migrated_at").toInstant()))
                                .one());
    }

    private static final String PROCESSES =
            """
            SELECT started_at
              FROM process
             WHERE alive_until > clock_timestamp()
             ORDER BY started_at
            """;

    /// When the processes that are alive were started, by their rows.
    public List<Instant> processes() {
        return database.interactive()
                .withHandle(handle -> handle.createQuery(PROCESSES).mapTo(Instant.class).list());
    }
}
