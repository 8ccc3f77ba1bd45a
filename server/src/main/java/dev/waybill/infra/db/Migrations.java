package dev.waybill.infra.db;

import org.flywaydb.core.Flyway;

/// Migrates the schema. Any number of processes may start at once: one of them migrates, the others
/// wait for it.
public final class Migrations {

    private Migrations() {}

    public static void run(DatabaseUrl url) {
        var configuration =
                Flyway.configure()
                        .dataSource(Database.unpooled(url))
                        .locations("classpath:migrations")
                        .sqlMigrationPrefix("")
                        .sqlMigrationSeparator("_")
                        .table("schema_version")
                        .validateMigrationNaming(true);
        // A transactional lock would block a later CREATE INDEX CONCURRENTLY.
        configuration
                .getConfigurationExtension(
                        org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
        configuration.load().migrate();
    }
}
