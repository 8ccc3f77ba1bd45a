package dev.waybill.infra.postgres;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TarTest {

    @TempDir Path folder;

    private final ByteArrayOutputStream archive = new ByteArrayOutputStream();

    @Test
    void unpacksFilesWithTheirModesFoldersAndLinks() throws IOException {
        folder("bin/");
        file("bin/postgres", 0755, "program");
        file("share/notes", 0640, "x".repeat(1_000));
        link('2', "bin/alias", "../share/notes");
        link('1', "bin/twin", "bin/postgres");

        unpack();

        assertThat(unpacked("bin/postgres")).hasContent("program");
        assertThat(mode("bin/postgres")).isEqualTo("rwxr-xr-x");
        assertThat(mode("share/notes")).isEqualTo("rw-r-----");
        assertThat(unpacked("bin/alias")).isSymbolicLink().hasContent("x".repeat(1_000));
        assertThat(unpacked("bin/twin")).hasContent("program");
    }

    @Test
    void readsNamesSplitByUstar() throws IOException {
        var prefix = "p".repeat(120);
        var header = header("name", '0', 0644, 0, "");
        put(header, 345, prefix);
        append(summed(header), "");

        unpack();

        assertThat(unpacked(prefix + "/name")).isEmptyFile();
    }

    @Test
    void readsGnuLongNames() throws IOException {
        var name = "long/" + "n".repeat(200);
        entry("././@LongLink", 'L', 0, name + "\0", "");
        file("cut", 0644, "here");

        unpack();

        assertThat(unpacked(name)).hasContent("here");
    }

    @Test
    void readsPaxPathsInUtf8() throws IOException {
        var name = "größe/" + "n".repeat(200);
        entry("pax", 'x', 0, pax("mtime", "1.5") + pax("path", name), "");
        file("cut", 0644, "here");
        file("next", 0644, "not renamed");

        unpack();

        assertThat(unpacked(name)).hasContent("here");
        assertThat(unpacked("next")).hasContent("not renamed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "bin/../../evil", "/tmp/evil", ""})
    void refusesEntriesThatLeadOut(String name) throws IOException {
        file(name, 0644, "evil");

        assertThatThrownBy(this::unpack).hasMessageContaining("leads out of its folder");
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../../etc", "/etc"})
    void refusesLinksThatLeadOut(String to) throws IOException {
        link('2', "way", to);

        assertThatThrownBy(this::unpack).hasMessageContaining("leads out of its folder");
    }

    @Test
    void refusesHardLinksThatLeadOut() throws IOException {
        Files.writeString(folder.resolve("secret"), "secret");
        link('1', "way", "../secret");

        assertThatThrownBy(this::unpack).hasMessageContaining("leads out of its folder");
    }

    @Test
    void refusesToWriteThroughALinkThatLeadsOut() throws IOException {
        Files.createDirectories(folder.resolve("target"));
        Files.createSymbolicLink(folder.resolve("target/way"), folder);
        file("way/evil", 0644, "evil");

        assertThatThrownBy(this::unpack).hasMessageContaining("leads out of its folder");
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @Test
    void refusesDamagedHeaders() throws IOException {
        file("name", 0644, "text");
        var damaged = archive.toByteArray();
        damaged[0] ^= 1;

        assertThatThrownBy(() -> unpack(damaged)).hasMessageContaining("damaged");
    }

    @Test
    void refusesAnArchiveThatEndsInsideAFile() throws IOException {
        file("name", 0644, "x".repeat(2_000));
        var cut = Arrays.copyOf(archive.toByteArray(), 1_024);

        assertThatThrownBy(() -> unpack(cut)).hasMessageContaining("Truncated TAR archive");
    }

    @Test
    void refusesDevices() throws IOException {
        entry("null", '3', 0644, "", "");

        assertThatThrownBy(this::unpack).hasMessageContaining("unknown kind");
    }

    private void unpack() throws IOException {
        archive.write(new byte[1_024]);
        unpack(archive.toByteArray());
    }

    private void unpack(byte[] bytes) throws IOException {
        Tar.unpack(new ByteArrayInputStream(bytes), folder.resolve("target"));
    }

    private Path unpacked(String name) {
        return folder.resolve("target").resolve(name);
    }

    private String mode(String name) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(unpacked(name)));
    }

    private void file(String name, int mode, String text) throws IOException {
        entry(name, '0', mode, text, "");
    }

    private void folder(String name) throws IOException {
        entry(name, '5', 0755, "", "");
    }

    private void link(char kind, String name, String to) throws IOException {
        entry(name, kind, 0777, "", to);
    }

    private void entry(String name, char kind, int mode, String text, String link)
            throws IOException {
        int size = text.getBytes(UTF_8).length;
        append(summed(header(name, kind, mode, size, link)), text);
    }

    private void append(byte[] header, String text) throws IOException {
        archive.write(header);
        archive.write(text.getBytes(UTF_8));
        archive.write(new byte[(512 - archive.size() % 512) % 512]);
    }

    private static byte[] header(String name, char kind, int mode, int size, String link) {
        var header = new byte[512];
        put(header, 0, name);
        put(header, 100, "%07o".formatted(mode));
        put(header, 124, "%011o".formatted(size));
        header[156] = (byte) kind;
        put(header, 157, link);
        put(header, 257, "ustar\00000");
        return header;
    }

    private static byte[] summed(byte[] header) {
        put(header, 148, "        ");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, "%06o\0 ".formatted(sum));
        return header;
    }

    private static void put(byte[] header, int at, String text) {
        var bytes = text.getBytes(US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private static String pax(String key, String value) {
        int rest = (" " + key + "=" + value + "\n").getBytes(UTF_8).length;
        int length = rest + 1;
        while (Integer.toString(length).length() + rest != length) {
            length++;
        }
        return length + " " + key + "=" + value + "\n";
    }
}
