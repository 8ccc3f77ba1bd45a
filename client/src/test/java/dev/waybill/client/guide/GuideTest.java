package dev.waybill.client.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.client.Event;
import dev.waybill.client.RunningWaybill;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/// Every Java program of the guide is a part of [Producer] or [Consumer], which are compiled and
/// run.
class GuideTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Path GUIDE = Path.of("../docs/guides/java.md");
    private static final Path HERE = Path.of("src/test/java/dev/waybill/client/guide");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyProgramIsCompiled() throws IOException {
        var sources = flat("Producer.java") + flat("Consumer.java");
        var programs =
                JAVA.matcher(Files.readString(GUIDE)).results().map(GuideTest::program).toList();

        assertThat(programs).hasSizeGreaterThan(8).allMatch(sources::contains);
    }

    @Test
    void theVersionIsThatOfTheProject() throws IOException {
        var pom = Files.readString(Path.of("pom.xml"));
        var version = pom.replaceFirst("(?s).*?<version>(.*?)</version>.*", "$1");

        assertThat(Files.readString(GUIDE)).contains("<version>" + version + "</version>");
    }

    @Test
    @Timeout(120)
    void theProgramsWorkTogether() throws Exception {
        var handled = new LinkedBlockingQueue<Integer>();
        var consumer = new Consumer(new Receiver(), SECRET);
        consumer.createTables();
        createInvoices();
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    consumer.handle(exchange);
                    handled.add(exchange.getResponseCode());
                });
        server.start();
        try (var service = RunningWaybill.start()) {
            var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/hooks";
            // Two deliveries of each event, as after a resend.
            RunningWaybill.createEndpoint(service, url, SECRET);
            RunningWaybill.createEndpoint(service, url, SECRET);
            var producer = new Producer(service.address(), RunningWaybill.ADMIN_KEY);

            producer.publish();
            producer.publishAll(List.of(Event.of("a", "1"), Event.of("no type", "1")));
            producer.publishMany(List.of(Event.of("a", "2"), Event.of("no type", "1")));
            producer.publishWithErrors(Event.of("no type", "1"));

            for (int i = 0; i < 6; i++) {
                assertThat(handled.poll(60, TimeUnit.SECONDS)).isEqualTo(200);
            }
            assertThat(consumer.answer(new Headers(), new byte[0])).isEqualTo(401);
            assertThat(consumer.processed)
                    .containsExactlyInAnyOrder(
                            "{\"invoice\":\"inv_42\",\"total\":119.00}", "1", "2");
        } finally {
            server.stop(0);
        }
    }

    private static void createInvoices() throws SQLException {
        try (var connection = RunningWaybill.receiver();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS invoice (id text, data text)");
        }
    }

    /// The receiver's own database.
    private static final class Receiver extends PGSimpleDataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return RunningWaybill.receiver();
        }
    }

    private static String program(MatchResult block) {
        return flat(block.group(1).lines().toList());
    }

    private static String flat(String file) throws IOException {
        return flat(Files.readAllLines(HERE.resolve(file)));
    }

    /// Without indentation, which differs.
    private static String flat(List<String> lines) {
        return lines.stream().map(String::strip).collect(Collectors.joining("\n", "\n", "\n"));
    }
}
