package dev.waybill.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// After any process is killed, the next start finds every committed row.
class CrashTest {

    private static final Duration WAIT_MAX = Duration.ofSeconds(30);

    private Path folder = Path.of("");

    @BeforeEach
    void useADatabaseMadeBefore(@TempDir Path parent) throws IOException {
        folder = Servers.made(parent.resolve("waybill"));
    }

    @Test
    void aFolderInUseByAnotherProcessIsRefusedByItsNumber() throws IOException {
        try (var other = AnotherProcess.start(folder)) {
            assertThatThrownBy(() -> Servers.start(folder))
                    .isInstanceOf(DataFolderInUse.class)
                    .hasMessageContaining("process " + other.pid());
            assertThat(other.serverProcesses()).isNotEmpty();
            other.killAll();
        }
    }

    @Test
    void recoversWhenEverythingWasKilled() throws IOException, SQLException {
        try (var other = AnotherProcess.start(folder)) {
            Servers.keep(other.address());
            other.killAll();
        }

        try (var server = Servers.start(folder)) {
            assertThat(Servers.kept(server)).isEqualTo("42");
            assertThat(folder.resolve("postgres.log"))
                    .content()
                    .contains("database system was not properly shut down");
        }
    }

    @Test
    void takesOverWhenTheJavaProcessAloneWasKilled() throws IOException, SQLException {
        try (var other = AnotherProcess.start(folder)) {
            Servers.keep(other.address());
            var orphans = other.serverProcesses();
            other.kill();

            try (var server = Servers.start(folder)) {
                assertThat(Servers.kept(server)).isEqualTo("42");
                assertThat(StalePostgres.find(folder.resolve("data")))
                        .doesNotContainAnyElementsOf(orphans);
            }
        }
    }

    @Test
    void theServerEndsByItselfWhenItsJavaProcessWasKilled() throws IOException {
        try (var other = AnotherProcess.start(folder)) {
            assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "the kernel's part");
            other.kill();

            await(() -> other.serverProcesses().isEmpty());

            assertThat(folder.resolve("postgres.log")).content().contains("is shut down");
        }
    }

    @Test
    void aServerThatNobodyStoppedIsStopped() throws Exception {
        try (var locked = DataFolder.lock(folder)) {
            var binaries = Binaries.unpackedIn(Servers.BINARIES);
            var installation = Installation.in(locked, binaries);
            var orphan = Postmaster.spawn(installation, Ports.firstFree(1_000));
            assertThat(orphan.awaitReady()).isEqualTo(Postmaster.Start.READY);

            StalePostgres.stop(locked.data());

            // Java learns a moment later than the system that its child has ended.
            await(() -> !orphan.alive());
            assertThat(orphan.exitCode()).isZero();
        }
    }

    @Test
    void aStrangersNumberInAStalePidFileIsNotMinded() throws IOException, SQLException {
        var stranger = new ProcessBuilder("sleep", "600").start();
        try {
            Servers.overwrite(
                    PostmasterFile.in(folder.resolve("data")),
                    "%d\n%s\n1700000000\n15432\n\n127.0.0.1\n  1  2\nready   \n"
                            .formatted(stranger.pid(), folder.resolve("data")));

            try (var server = Servers.start(folder)) {
                assertThat(Servers.ask(server.address(), "SELECT 1")).isEqualTo("1");
                assertThat(stranger.isAlive()).isTrue();
            }
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void aServerThatDiesIsStartedAgainOnItsPort() throws IOException, SQLException {
        try (var server = Servers.start(folder)) {
            Servers.keep(server.address());
            long first = server.pid();
            ProcessHandle.of(first).orElseThrow().destroyForcibly();

            await(() -> server.pid() != first && saysReady(server));

            assertThat(Servers.kept(server)).isEqualTo("42");
        }
    }

    @Test
    void closingWhileTheServerIsDeadLeavesNothingBehind() throws IOException {
        var server = Servers.start(folder);
        ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();

        server.close();

        assertThat(server.alive()).isFalse();
        try (var again = Servers.start(folder)) {
            assertThat(again.alive()).isTrue();
        }
        assertThat(StalePostgres.find(folder.resolve("data"))).isEmpty();
    }

    private boolean saysReady(EmbeddedPostgres server) throws IOException {
        return PostmasterFile.read(folder.resolve("data"))
                .filter(file -> file.pid() == server.pid() && file.ready())
                .isPresent();
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws IOException {
        long start = System.nanoTime();
        while (!condition.holds()) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(WAIT_MAX);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }
}
