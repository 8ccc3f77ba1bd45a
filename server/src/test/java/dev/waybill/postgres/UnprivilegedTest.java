package dev.waybill.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnprivilegedTest {

    @Test
    void anOrdinaryUserNeedsNoOtherIdentity() {
        assertThat(Unprivileged.ways(1_000)).allMatch(way -> way.identity().isEmpty());
    }

    @Test
    void rootNeverRunsAServerAsItself() {
        assertThat(Unprivileged.ways(0)).noneMatch(way -> way.identity().isEmpty());
    }

    @Test
    void theProgramIsTiedToUsWhereItCanBe() {
        var tied = new Unprivileged(List.of("unshare"), 0, true);
        var untied = new Unprivileged(List.of(), 1_000, false);

        assertThat(tied.command("INT", List.of("postgres", "-D")))
                .containsExactly(
                        "unshare", "setsid", "setpriv", "--pdeathsig", "INT", "postgres", "-D");
        assertThat(untied.command("INT", List.of("postgres"))).containsExactly("postgres");
    }

    @Test
    void aProgramThatDoesNotRunIsReportedOnce(@TempDir Path folder) {
        assertThatThrownBy(() -> Unprivileged.choose(folder, folder.resolve("missing")))
                .isInstanceOf(PostgresFailed.class)
                .hasMessageContaining("--database postgresql://");
    }

    /// Where user namespaces are forbidden, as in many containers.
    @Test
    void rootCanHandTheFolderToNobodyAndTakeItBack() throws Exception {
        // Not in a @TempDir: nobody may not pass through its private parent.
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "nobody");
        var nobody = Unprivileged.ways(0).getLast();
        var binaries = Binaries.unpackedIn(Servers.BINARIES);
        try {
            assumeTrue(Unprivileged.currentUser(folder) == 0, "only root can do this");
            assumeTrue(nobody.probe(binaries.program("postgres")).succeeded(), "unreachable");

            serveAsNobody(folder, nobody, binaries);

            assertThat(Trees.owner(folder.resolve("data/base"))).isEqualTo(nobody.owner());
            try (var server = Servers.start(folder)) {
                assertThat(Servers.kept(server)).isEqualTo("42");
            }
        } finally {
            Trees.delete(folder);
        }
    }

    private static void serveAsNobody(Path folder, Unprivileged nobody, Binaries binaries)
            throws Exception {
        try (var locked = DataFolder.lock(folder)) {
            nobody.takeOwnership(folder);
            var installation = new Installation(locked, binaries, nobody);
            InitialCluster.ensure(installation);
            var keeper = new Keeper(installation);
            var password = Files.readString(locked.password()).strip();
            Servers.keep(
                    new DatabaseAddress(
                            "127.0.0.1", keeper.start(), "waybill", "waybill", password));
            keeper.close();
        }
    }
}
