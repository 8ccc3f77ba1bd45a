package dev.waybill.cli;

import dev.waybill.Server;
import dev.waybill.Settings;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseStart;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.db.Migrations;
import dev.waybill.infra.postgres.EmbeddedPostgres;
import java.sql.SQLException;
import java.time.Duration;

/// The service's database for a command that runs with or without the service.
final class CommandDatabase {

    /// The action of a command on the database.
    @FunctionalInterface
    interface Work<T, E extends Exception> {
        T with(Database database) throws E;
    }

    private CommandDatabase() {}

    static <T, E extends Exception> T use(Settings settings, Work<T, E> work)
            throws E, SQLException {
        var wait = settings.databaseUse().startWait();
        if (settings.database() != null) {
            return use(DatabaseUrl.parse(settings.database()), wait, work);
        }
        var running = EmbeddedPostgres.running(settings.data());
        if (running.isPresent()) {
            return use(Server.url(running.get()), wait, work);
        }
        try (var postgres = EmbeddedPostgres.start(settings.data())) {
            return use(Server.url(postgres.address()), wait, work);
        }
    }

    private static <T, E extends Exception> T use(DatabaseUrl url, Duration wait, Work<T, E> work)
            throws E, SQLException {
        DatabaseStart.await(url, wait);
        DatabaseStart.requireSessions(url);
        DatabaseStart.requireTimeline(url);
        Migrations.run(url);
        try (var database = new Database(url)) {
            return work.with(database);
        }
    }
}
