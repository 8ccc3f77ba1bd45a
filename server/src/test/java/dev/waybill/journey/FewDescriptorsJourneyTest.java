package dev.waybill.journey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Main;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Scratch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/// A process that has no descriptors left for its deliveries: no endpoint is blamed for it.
class FewDescriptorsJourneyTest {

    /// Some 150 are its own: jars, the database, its selectors.
    private static final int DESCRIPTORS = 256;

    private static final int ENDPOINTS = 500;

    /// Until it has no descriptor left, and more behind them in the queue of its port.
    private static final int CLIENTS = 300;

    private static final String FAILED = "SELECT count(*) FROM attempt WHERE outcome = 'failed'";

    private static final String COUNTED =
            "SELECT count(*) FROM delivery WHERE attempts > 0 AND state <> 'delivered'";

    @Test
    void noAttemptIsCountedAndEverythingIsDeliveredAfterwards() throws Exception {
        var database = Postgres.newDatabase();
        var clients = new ArrayList<Socket>();
        try (var receiver = Receiver.start();
                var service = ServiceProcess.withDescriptors(DESCRIPTORS, jar(), database);
                var api = service.api();
                var books = Postgres.connect(database)) {
            for (int i = 0; i < ENDPOINTS; i++) {
                api.createEndpoint(receiver.at("/hook").url() + "?n=" + i, "many.*");
            }
            int port = URI.create(service.address()).getPort();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            Eventually.holds(() -> service.errors().contains("could not accept a connection"));

            api.publish("many.endpoints");

            Eventually.holds(() ->
                    api.get("/health/ready")
                            .text()
                            .contains("This node cannot deliver: it cannot open sockets"));
            assertThat(number(books, FAILED)).isZero();
            assertThat(number(books, COUNTED)).isZero();
            assertThat(number(books, "SELECT count(*) FROM endpoint_health")).isZero();
            assertThat(number(books, "SELECT count(*) FROM endpoint WHERE state <> 'active'"))
                    .isZero();

            closeAll(clients);
            Eventually.holds(() ->
                    number(books, "SELECT count(*) FROM delivery WHERE state = 'delivered'")
                            == ENDPOINTS);
            assertThat(number(books, FAILED)).isZero();
            assertThat(service.errors()).contains("this node delivers again");
        } finally {
            closeAll(clients);
        }
    }

    private static void closeAll(Iterable<Socket> clients) throws IOException {
        for (var client : clients) {
            client.close();
        }
    }

    private static long number(Connection books, String sql) {
        try (var statement = books.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Path jar() throws Exception {
        var origin = Main.class.getProtectionDomain().getCodeSource().getLocation();
        var classes = Path.of(origin.toURI());
        var folder = Files.createDirectories(Scratch.folder("descriptors"));
        var jar = Files.createTempDirectory(folder, "").resolve("waybill.jar");
        int code =
                ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(
                                System.err,
                                System.err,
                                "--create",
                                "--file",
                                jar.toString(),
                                "-C",
                                classes.toString(),
                                ".");
        assertThat(code).isZero();
        return jar;
    }
}
