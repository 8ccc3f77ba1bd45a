package dev.waybill.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinariesTest {

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "Linux,    amd64,   /postgres-linux-x86_64.txz",
        "Linux,    aarch64, /postgres-linux-arm_64.txz",
        "Mac OS X, aarch64, /postgres-darwin-arm_64.txz",
    })
    void everySupportedPlatformHasItsArchive(String os, String arch, String archive)
            throws IOException {
        assertThat(Binaries.resource(os, arch)).isEqualTo(archive);
        try (var bytes = Binaries.open(archive)) {
            assertThat(bytes.readNBytes(6)).startsWith(0xfd, '7', 'z', 'X', 'Z', 0);
        }
    }

    @Test
    void anotherPlatformIsSentToAServerOfItsOwn() {
        var archive = Binaries.resource("Plan 9", "mips");

        assertThatThrownBy(() -> Binaries.open(archive))
                .isInstanceOf(PostgresFailed.class)
                .hasMessageContaining("plan 9-mips")
                .hasMessageContaining("--database postgresql://");
    }

    @Test
    void whatAKilledUnpackingLeftIsReplaced() throws IOException {
        var half = Files.createDirectories(folder.resolve(Binaries.VERSION + ".new/bin"));
        Files.writeString(half.resolve("postgres"), "half a program");

        var binaries = Binaries.unpackedIn(folder);

        assertThat(version(binaries)).contains("PostgreSQL) 18.6");
        assertThat(folder.resolve(Binaries.VERSION + ".new")).doesNotExist();
    }

    @Test
    void theFolderIsNamedAfterTheVersionInIt() throws IOException {
        var binaries = Binaries.unpackedIn(Servers.BINARIES);

        var numbers = Binaries.VERSION.split("\\.", -1);
        assertThat(version(binaries)).contains("PostgreSQL) " + numbers[0] + "." + numbers[1]);
        assertThat(numbers[0]).isEqualTo(Binaries.MAJOR);
    }

    private static String version(Binaries binaries) throws IOException {
        var program = binaries.program("postgres").toString();
        return Command.run(List.of(program, "--version"), "", Duration.ofSeconds(20)).output();
    }
}
