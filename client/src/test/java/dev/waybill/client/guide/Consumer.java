package dev.waybill.client.guide;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.waybill.client.Inbox;
import dev.waybill.client.InvalidWebhookException;
import dev.waybill.client.ReceivedEvent;
import dev.waybill.client.WebhookVerifier;
import dev.waybill.client.Webhooks;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;

/// The receiving side of the guide: an endpoint that verifies, and processes each event once.
final class Consumer {

    final Queue<String> processed = new ConcurrentLinkedQueue<>();

    private final DataSource database;
    private final String secret;

    Consumer(DataSource database, String secret) {
        this.database = database;
        this.secret = secret;
    }

    void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(answer(exchange.getRequestHeaders(), body), -1);
        exchange.close();
    }

    int answer(Headers headers, byte[] body) {
        try {
            receive(Webhooks.verify(headers::getFirst, body, secret).event());
            return 200;
        } catch (InvalidWebhookException e) {
            log(e.reason() + ": " + e.getMessage());
            return 401;
        } catch (SQLException e) {
            // Waybill sends the event again.
            return 503;
        }
    }

    static WebhookVerifier verifier(String newSecret, String oldSecret) {
        WebhookVerifier verifier =
                WebhookVerifier.of(newSecret, oldSecret).withTolerance(Duration.ofMinutes(2));
        return verifier;
    }

    void createTables() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(Inbox.DDL);
        }
    }

    void receive(ReceivedEvent event) throws SQLException {
        if (event.isExpired(Instant.now())) {
            return;
        }
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            Inbox.once(connection, event.id(), () -> process(connection, event));
            connection.commit();
        }
    }

    void receiveNewest(Connection connection, ReceivedEvent event) throws SQLException {
        String key = event.orderingKey().orElseThrow();
        long sequence = event.sequence().orElseThrow();
        Inbox.newest(connection, key, sequence, () -> process(connection, event));
    }

    private void process(Connection connection, ReceivedEvent event) throws SQLException {
        try (var insert = connection.prepareStatement("INSERT INTO invoice VALUES (?, ?)")) {
            insert.setString(1, event.id());
            insert.setString(2, event.data());
            insert.executeUpdate();
        }
        processed.add(event.data());
    }

    private static void log(String line) {
        System.err.println(line);
    }
}
