package dev.waybill.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnprivilegedTest {

    @Test
    void anOrdinaryUserNeedsNoOtherIdentity() {
        assertThat(Unprivileged.ways(false, true, 65_534))
                .allMatch(way -> way.identity().isEmpty());
    }

    @Test
    void rootNeverRunsAServerAsItself() {
        assertThat(Unprivileged.ways(true, true, 65_534))
                .noneMatch(way -> way.identity().isEmpty());
    }

    @Test
    void aUserWithoutANameBorrowsOneIfItCan() {
        var ways = Unprivileged.ways(false, false, 65_534);

        assertThat(ways.getFirst().identity()).contains("unshare", "--map-user=65534");
        assertThat(ways.getLast().identity()).isEmpty();
        assertThat(ways).allMatch(way -> way.owner() == null);
    }

    @ParameterizedTest
    @CsvSource({
        "'root:x:0:0\nbin:x:1:1\nnobody:x:65534:65534\n', 65534",
        "'root:x:0:0\nbin:x:1:1\n', 1",
        "'root:x:0:0\nnobody:x:65534:65534\nwaybill:x:990:990\n', 990",
        "'root:x:0:0\nwaybill:x:0:0\nnobody:x:65534:65534\n', 65534",
        "'root:x:0:0\n', 65534",
        "'', 65534",
    })
    void theOtherUserHasANameAndIsNotRoot(String passwd, int expected, @TempDir Path folder)
            throws IOException {
        var file = Files.writeString(folder.resolve("passwd"), passwd.translateEscapes());

        assertThat(Unprivileged.otherUser(file)).isEqualTo(expected);
    }

    @Test
    void theProgramIsTiedToUsWhereItCanBe() {
        var tied = new Unprivileged(List.of("unshare"), 0, true);
        var untied = new Unprivileged(List.of(), null, false);

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
        // Not in a @TempDir: the user nobody may not pass through its private parent.
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "nobody");
        var nobody = Unprivileged.ways(true, true, 65_534).getLast();
        var binaries = Binaries.unpackedIn(Servers.BINARIES);
        try {
            assumeTrue(Unprivileged.isRoot(), "only root can do this");
            assumeTrue(nobody.probe(binaries.program("postgres")).succeeded(), "unreachable");

            serveAsNobody(folder, nobody, binaries);

            assertThat(Trees.owner(folder.resolve("data/base"))).isEqualTo(65_534);
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
            InitialCluster.ensure(installation, Privilege.ORDINARY);
            var keeper = new PostgresSupervisor(installation);
            var password = Files.readString(locked.password()).strip();
            Servers.keep(
                    new DatabaseAddress(
                            "127.0.0.1", keeper.start(), "waybill", "waybill", password));
            keeper.close();
        }
    }
}
