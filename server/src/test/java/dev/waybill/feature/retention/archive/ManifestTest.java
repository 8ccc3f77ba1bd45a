package dev.waybill.feature.retention.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {

    private static final Manifest MANIFEST =
            new Manifest(
                    "2026-05-01-deliveries",
                    "0.1.0",
                    "2026-06-01T12:00:00Z",
                    "deliveries",
                    4_711,
                    "ab".repeat(32),
                    List.of(
                            new Manifest.Line("dlv_1", "0000002a"),
                            new Manifest.Line("dlv_2", "ffffffff")));

    @Test
    void aManifestIsReadAsItWasWritten() {
        var json = MANIFEST.json();

        assertThat(Manifest.read(json)).isEqualTo(MANIFEST);
        assertThat(json.get("count").intValue()).isEqualTo(2);
        assertThat(json.get("file").stringValue()).isEqualTo("2026-05-01-deliveries.jsonl.gz");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "format",
                "archive",
                "waybill",
                "written_at",
                "kind",
                "bytes",
                "sha256",
                "lines"
            })
    void nothingOfItMayBeMissing(String field) {
        var json = MANIFEST.json();
        json.remove(field);

        assertThatThrownBy(() -> Manifest.read(json))
                .isInstanceOf(RuntimeException.class)
                .isNotInstanceOf(NullPointerException.class);
    }

    @Test
    void aLaterFormatIsNotGuessed() {
        var json = MANIFEST.json();
        json.put("format", 2);

        assertThatThrownBy(() -> Manifest.read(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("its manifest has the format 2, this version reads 1");
    }

    @ParameterizedTest
    @CsvSource({
        "a.manifest.json, true",
        "a.jsonl.gz,      false",
        "a.json,          false",
        "a.manifest.json.unfinished, false",
    })
    void aManifestIsKnownByItsName(String file, boolean isManifest) {
        assertThat(Manifest.isManifest(file)).isEqualTo(isManifest);
        assertThat(Manifest.nameOf(Manifest.manifestOf("a"))).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "text", "{\"a\":1.0}", "gr\u00fc\u00df \ud83d\ude00", "\u0000\u001b"})
    void bytesThatAreTextStayReadable(String text) {
        var json = ArchiveJson.object();

        ArchiveJson.putBytes(json, "data", text.getBytes(UTF_8));

        assertThat(json.get("data").stringValue()).isEqualTo(text);
        assertThat(ArchiveJson.bytes(json, "data")).isEqualTo(text.getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {0x80, 0xC3, 0xFF})
    void otherBytesAreKeptAsTheyAre(int value) {
        var json = ArchiveJson.object();
        var bytes = new byte[] {'a', (byte) value};

        ArchiveJson.putBytes(json, "data", bytes);

        assertThat(json.has("data")).isFalse();
        assertThat(json.has("data_base64")).isTrue();
        assertThat(ArchiveJson.bytes(json, "data")).isEqualTo(bytes);
    }
}
