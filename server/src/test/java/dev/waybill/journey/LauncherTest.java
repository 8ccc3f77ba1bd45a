package dev.waybill.journey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Vaults;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A start that cannot work ends at once, with a reason and an exit code that scripts understand.
class LauncherTest {

    private static final Duration END_MAX = Duration.ofSeconds(40);

    @TempDir private Path scratch;

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("--port=http", Map.of(), "port must be a whole number"),
                Arguments.of("--port=65536", Map.of(), "from 0 to 65535"),
                Arguments.of("--database=mysql://db/x", Map.of(), "postgresql://"),
                Arguments.of("--database=postgresql://u:hunter2@[x", Map.of(), "postgresql://"),
                Arguments.of("--config=/no/such/file", Map.of(), "/no/such/file"),
                Arguments.of(
                        "--dev", Map.of("WAYBILL_ADMIN_KEY", "hunter2"), "at least 20 characters"),
                Arguments.of(
                        "--dev",
                        Map.of("WAYBILL_ENCRYPTION_KEY", "hunter2"),
                        "WAYBILL_ENCRYPTION_KEY must be the base64 of 32 bytes"),
                Arguments.of("--dev", Map.of("WAYBILL_PORT", "x"), "port must be a whole number"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeInTheSettingsIsTold(String argument, Map<String, String> environment, String hint)
            throws Exception {
        var data = scratch.resolve("data");

        try (var service =
                ServiceProcess.launch(environment, "serve", argument, "--data=" + data)) {
            assertEndsWith(service, hint);
        }

        assertThat(Files.exists(data)).isFalse();
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsTold() throws Exception {
        // This port is never assigned.
        try (var service =
                ServiceProcess.onDatabase(
                        "postgresql://u:hunter2@127.0.0.1:1/x", "--database-start-wait=1")) {
            assertEndsWith(service, "database");
        }
    }

    @Test
    void aPortInUseIsTold() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                var service =
                        ServiceProcess.launch(
                                Map.of("WAYBILL_ENCRYPTION_KEY", Vaults.KEY),
                                "serve",
                                "--host=127.0.0.1",
                                "--port=" + socket.getLocalPort(),
                                "--database=" + Postgres.newDatabase())) {
            assertEndsWith(service, Integer.toString(socket.getLocalPort()));
        }
    }

    @Test
    void aFolderInUseIsToldWithTheProcessThatUsesIt() throws Exception {
        var folder = Postgres.newFolder();

        try (var holder = Postgres.start(folder);
                var service = ServiceProcess.launch(Map.of(), "serve", "--data=" + folder)) {
            assertEndsWith(service, "in use by process " + ProcessHandle.current().pid());
            assertThat(holder.alive()).isTrue();
        }
    }

    private static void assertEndsWith(ServiceProcess service, String hint)
            throws InterruptedException, IOException, SQLException {
        assertThat(service.exitCode(END_MAX)).as(service.errors()).isEqualTo(1);
        assertThat(service.errors())
                .startsWith("waybill: ")
                .contains(hint)
                .doesNotContain("\tat ")
                .doesNotContain("Exception")
                .doesNotContain("hunter2");
        assertThat(service.output()).noneMatch(line -> line.contains("ready"));
    }
}
