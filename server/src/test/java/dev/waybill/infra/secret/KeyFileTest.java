package dev.waybill.infra.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileTest {

    @TempDir private Path scratch;

    @Test
    void aMissingFileIsMadeForItsOwnerOnlyAndKept() throws IOException {
        var folder = scratch.resolve("not").resolve("yet");

        var made = read(folder);

        var file = folder.resolve(KeyFile.NAME);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(made).hasSize(1);
        assertThat(read(folder).getFirst().id()).isEqualTo(made.getFirst().id());
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void severalThatStartAtOnceHaveTheSameKey() throws Exception {
        List<Callable<String>> starts =
                Stream.<Callable<String>>generate(() -> () -> read(scratch).getFirst().id())
                        .limit(16)
                        .toList();
        try (var threads = Executors.newFixedThreadPool(16)) {
            var ids = threads.invokeAll(starts).stream().map(done -> done.resultNow()).toList();

            assertThat(ids).hasSize(16).containsOnly(ids.getFirst());
        }
    }

    @Test
    void theFirstLineSeals() throws IOException {
        var first = EncryptionKey.generate(new SecureRandom());
        var second = EncryptionKey.generate(new SecureRandom());
        Files.writeString(scratch.resolve(KeyFile.NAME), first + "\n\n  " + second + "\n");

        assertThat(read(scratch).stream().map(EncryptionKey::id))
                .containsExactly(
                        EncryptionKey.parse(first).orElseThrow().id(),
                        EncryptionKey.parse(second).orElseThrow().id());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "hunter2", "AAAA"})
    void aFileWithoutAKeyIsToldAndNotQuoted(String text) throws IOException {
        var file = Files.writeString(scratch.resolve(KeyFile.NAME), text);

        assertThatThrownBy(() -> read(scratch))
                .isInstanceOf(EncryptionKeys.Unusable.class)
                .hasMessageContaining(file.toString())
                .hasMessageNotContaining("hunter2");
    }

    private static List<EncryptionKey> read(Path folder) {
        return KeyFile.readOrMake(folder, new SecureRandom());
    }
}
