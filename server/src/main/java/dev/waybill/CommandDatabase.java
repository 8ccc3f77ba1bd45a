package dev.waybill;

import dev.waybill.db.Database;
import dev.waybill.db.DatabaseUrl;
import dev.waybill.db.Migrations;
import dev.waybill.postgres.EmbeddedPostgres;

/// The service's database for a command that is run beside it, or without it.
final class CommandDatabase {

    /// What a command does with it.
    @FunctionalInterface
    interface Work<T, E extends Exception> {
        T with(Database database) throws E;
    }

    private CommandDatabase() {}

    static <T, E extends Exception> T use(Settings settings, Work<T, E> work) throws E {
        if (settings.database() != null) {
            return use(DatabaseUrl.parse(settings.database()), work);
        }
        var running = EmbeddedPostgres.running(settings.data());
        if (running.isPresent()) {
            return use(Server.url(running.get()), work);
        }
        try (var postgres = EmbeddedPostgres.start(settings.data())) {
            return use(Server.url(postgres.address()), work);
        }
    }

    private static <T, E extends Exception> T use(DatabaseUrl url, Work<T, E> work) throws E {
        Migrations.run(url);
        try (var database = new Database(url)) {
            return work.with(database);
        }
    }
}
