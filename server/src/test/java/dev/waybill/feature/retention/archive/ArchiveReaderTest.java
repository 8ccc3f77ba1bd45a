package dev.waybill.feature.retention.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.waybill.domain.IdKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// An archive of three deliveries in a folder, whole and damaged.
class ArchiveReaderTest {

    private static final String NAME = "2026-05-01";
    private static final List<UUID> IDS =
            Stream.of(1, 2, 3).map(n -> new UUID(0x7000, 0x8000_0000_0000_0000L + n)).toList();

    @TempDir private Path folder;
    private ArchiveTarget target;
    private ArchiveReader reader;

    @BeforeEach
    void write() throws IOException {
        target = ArchiveTargets.open(folder.resolve("archive").toString());
        reader = new ArchiveReader(target);
        try (var file = new ArchiveFile()) {
            for (var id : IDS) {
                file.add(new ArchivedDelivery(id, ArchiveJson.object().put("text", "\u00fc" + id)));
            }
            assertThat(file.lines()).isEqualTo(3);
            assertThat(file.bytes()).isPositive();
            file.store(target, NAME, "0.1.0", "2026-06-01T12:00:00Z", "deliveries");
        }
    }

    private Path lines() {
        return folder.resolve("archive").resolve(NAME + ".jsonl.gz");
    }

    private Path manifest() {
        return folder.resolve("archive").resolve(NAME + ".manifest.json");
    }

    private List<String> readAll() throws IOException {
        var read = new ArrayList<String>();
        reader.read(
                reader.manifest(NAME).orElseThrow(),
                (id, line) -> read.add(id + " " + ArchiveReader.parse(line).get("text")));
        return read;
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        assertThat(reader.names()).containsExactly(NAME);
        assertThat(reader.unfinished()).isEmpty();
        assertThat(reader.manifest("another")).isEmpty();
        assertThat(readAll())
                .containsExactlyElementsOf(
                        IDS.stream()
                                .map(id -> IdKind.DELIVERY.format(id) + " \"\u00fc" + id + "\"")
                                .toList());
    }

    @Test
    void archivesAreListedFromTheOldestOn() throws IOException {
        for (var name : List.of("2026-04-30", "2026-05-02")) {
            Files.copy(manifest(), folder.resolve("archive").resolve(name + ".manifest.json"));
        }

        assertThat(reader.names()).containsExactly("2026-04-30", NAME, "2026-05-02");
    }

    @Test
    void linesWithoutAManifestWereNeverFinished() throws IOException {
        Files.delete(manifest());
        Files.createFile(folder.resolve("archive").resolve("x.jsonl.gz.unfinished"));

        assertThat(reader.names()).isEmpty();
        assertThat(reader.unfinished()).containsExactly(NAME + ".jsonl.gz");
    }

    @Test
    void aFolderThatIsNotThereHasNoArchives() throws IOException {
        var none = new ArchiveReader(ArchiveTargets.open(folder.resolve("none").toString()));

        assertThat(none.names()).isEmpty();
        assertThat(none.unfinished()).isEmpty();
        assertThat(none.manifest(NAME)).isEmpty();
    }

    @Test
    void anAddressOfAnotherKindIsRefused() {
        assertThatThrownBy(() -> ArchiveTargets.open("ftp://host/folder"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be a folder or s3://bucket/prefix");
    }

    /// The changed lines, and the resulting message.
    interface Damage {
        String to(String lines);
    }

    private static Arguments damage(String expected, Damage damage) {
        return arguments(expected, damage);
    }

    static Stream<Arguments> damages() {
        var third = IdKind.DELIVERY.format(IDS.getLast());
        return Stream.of(
                damage(
                        "at line 3: its checksum differs from that of " + third,
                        lines -> lines.substring(0, lines.length() - 3) + "x\"}\n"),
                damage(
                        "at line 3: it ends before that line",
                        lines -> lines.substring(0, lines.lastIndexOf("{"))),
                damage("at line 1: it ends before that line", _ -> ""),
                damage("at line 4: it has more lines than its manifest", lines -> lines + "{}\n"),
                damage("at line 1: its checksum differs from that of", lines -> "\n" + lines),
                // Every line is as it was written, and yet it is another file.
                damage(
                        "its SHA-256 differs from that in its manifest",
                        lines -> lines.stripTrailing()));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void damageIsFoundAndItsPlaceTold(String expected, Damage damage) throws IOException {
        String text;
        try (var in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(lines())))) {
            text = new String(in.readAllBytes(), UTF_8);
        }
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(damage.to(text).getBytes(UTF_8));
        }
        Files.write(lines(), out.toByteArray());

        assertThatThrownBy(this::readAll)
                .isInstanceOf(CorruptArchive.class)
                .hasMessageStartingWith("the archive 2026-05-01 is corrupt")
                .hasMessageContaining(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 30, -1})
    void aFileThatEndsTooEarlyIsFound(int length) throws IOException {
        var bytes = Files.readAllBytes(lines());
        Files.write(lines(), Arrays.copyOf(bytes, length < 0 ? bytes.length - 1 : length));

        assertThatThrownBy(this::readAll)
                .isInstanceOf(CorruptArchive.class)
                .hasMessageContaining("it cannot be unpacked");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "{\"format\": 2}", "{\"format\": \"1\"}", "{\"format\": 1}"})
    void aManifestThatCannotBeReadIsToldAsSuch(String text) throws IOException {
        Files.writeString(manifest(), text);

        assertThatThrownBy(() -> reader.manifest(NAME))
                .isInstanceOf(CorruptArchive.class)
                .hasMessageStartingWith(
                        "the archive 2026-05-01 is corrupt: its manifest cannot be read: ");
    }
}
