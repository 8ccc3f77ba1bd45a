package dev.waybill.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {

    private Path folder = Path.of("");

    @BeforeEach
    void useAFolderThatDoesNotExist(@TempDir Path parent) {
        folder = parent.resolve("waybill");
    }

    @Test
    void theFirstStartMakesADurableDatabase() throws SQLException {
        try (var server = Servers.start(folder)) {
            assertThat(server.alive()).isTrue();
            assertThat(ProcessHandle.of(server.pid())).isPresent();
            assertThat(setting(server, "fsync")).isEqualTo("on");
            assertThat(setting(server, "full_page_writes")).isEqualTo("on");
            assertThat(setting(server, "synchronous_commit")).isEqualTo("on");
            assertThat(setting(server, "data_checksums")).isEqualTo("on");
            assertThat(setting(server, "server_encoding")).isEqualTo("UTF8");
            assertThat(setting(server, "listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(Servers.ask(server.address(), "SELECT current_database()"))
                    .isEqualTo("waybill");
        }
    }

    @Test
    void theDataIsThereAfterCloseAndStart() throws SQLException {
        try (var server = Servers.start(folder)) {
            Servers.keep(server.address());
        }

        try (var server = Servers.start(folder)) {
            assertThat(Servers.kept(server)).isEqualTo("42");
        }
    }

    @Test
    void onlyTheOwnerMayReadTheFolderAndThePasswordIsRequired() throws IOException {
        try (var server = Servers.start(folder)) {
            var address = server.address();
            var guess =
                    new DatabaseAddress(
                            address.host(), address.port(), "waybill", "waybill", "wrong");

            assertThat(mode(folder)).isEqualTo("rwx------");
            assertThat(mode(folder.resolve("password"))).isEqualTo("rw-------");
            assertThat(mode(folder.resolve("postgres.log"))).isEqualTo("rw-------");
            assertThat(address.toString()).doesNotContain(address.password());
            assertThatThrownBy(() -> Servers.ask(guess, "SELECT 1"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
        }
    }

    @Test
    void closingEndsTheServerAndFreesTheFolder() throws IOException {
        var server = Servers.start(Servers.made(folder));
        var process = ProcessHandle.of(server.pid()).orElseThrow();

        server.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(server.alive()).isFalse();
        assertThat(StalePostgres.find(folder.resolve("data"))).isEmpty();
        DataFolder.lock(folder).close();
    }

    @Test
    void aSecondStartInThisProcessIsRefusedAndHarmless() throws IOException, SQLException {
        try (var server = Servers.start(Servers.made(folder))) {
            assertThatThrownBy(() -> Servers.start(folder))
                    .isInstanceOf(DataFolderInUse.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
            assertThat(Servers.ask(server.address(), "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void whatAKilledInitdbLeftIsReplaced() throws IOException, SQLException {
        Servers.overwrite(folder.resolve("data.new/PG_VERSION"), "18\n");
        Servers.overwrite(folder.resolve("password"), "");
        Files.createDirectories(folder.resolve("data"));

        try (var server = Servers.start(folder)) {
            assertThat(Servers.ask(server.address(), "SELECT 1")).isEqualTo("1");
            assertThat(folder.resolve("data.new")).doesNotExist();
        }
    }

    @Test
    void aDataFolderOfAnotherVersionIsRefused() throws IOException {
        Servers.overwrite(folder.resolve("data/PG_VERSION"), "17\n");

        assertThatThrownBy(() -> Servers.start(folder))
                .isInstanceOf(PostgresFailed.class)
                .hasMessageContaining("created by PostgreSQL 17 and this is 18");
        assertThat(folder.resolve("data/PG_VERSION")).hasContent("17\n");
    }

    @Test
    void aFolderThatIsNoDatabaseIsRefusedAndLeftAlone() throws IOException {
        Servers.overwrite(folder.resolve("data/thesis"), "years of work");

        assertThatThrownBy(() -> Servers.start(folder))
                .isInstanceOf(PostgresFailed.class)
                .hasMessageContaining("not a PostgreSQL data folder");
        assertThat(folder.resolve("data/thesis")).hasContent("years of work");
    }

    @Test
    void aServerThatDoesNotStartIsReportedWithItsLog() throws IOException {
        Servers.made(folder);
        Servers.overwrite(folder.resolve("data/postgresql.conf"), "no_such_setting = on\n");

        assertThatThrownBy(() -> Servers.start(folder))
                .isInstanceOf(PostgresFailed.class)
                .hasMessageContaining("did not start")
                .hasMessageContaining("no_such_setting");
        DataFolder.lock(folder).close();
    }

    @Test
    void aLargeServerLogIsPutAside() throws IOException {
        Servers.made(folder);
        Servers.overwrite(folder.resolve("postgres.log"), "x".repeat(17 << 20));

        try (var _ = Servers.start(folder)) {
            assertThat(folder.resolve("postgres.log.1")).hasSize(17 << 20);
            assertThat(Files.size(folder.resolve("postgres.log"))).isLessThan(10_000);
        }
    }

    private static String setting(EmbeddedPostgres server, String name) throws SQLException {
        return Servers.ask(server.address(), "SHOW " + name);
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
