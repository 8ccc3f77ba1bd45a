package dev.waybill.feature.retention.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Reads and verifies archives. Errors name the file and the line.
public final class ArchiveReader {

    /// Processes one line.
    @FunctionalInterface
    public interface Lines {
        void take(String deliveryId, String line) throws IOException;
    }

    private final ArchiveTarget target;

    public ArchiveReader(ArchiveTarget target) {
        this.target = target;
    }

    /// The names of all complete archives, oldest first.
    public List<String> names() throws IOException {
        return target.names().stream()
                .filter(Manifest::isManifest)
                .map(Manifest::nameOf)
                .sorted()
                .toList();
    }

    /// Files without a manifest: their writer crashed, and their deliveries were not dropped.
    public List<String> unfinished() throws IOException {
        var names = target.names();
        return names.stream()
                .filter(name -> name.endsWith(".jsonl.gz"))
                .filter(name -> !names.contains(manifestFor(name)))
                .toList();
    }

    private static String manifestFor(String file) {
        return Manifest.manifestOf(file.substring(0, file.length() - ".jsonl.gz".length()));
    }

    /// Empty if there is no archive of that name.
    public Optional<Manifest> manifest(String name) throws IOException {
        var file = Manifest.manifestOf(name);
        if (!target.names().contains(file)) {
            return Optional.empty();
        }
        try (var in = target.open(file)) {
            return Optional.of(Manifest.read(ArchiveJson.MAPPER.readTree(in)));
        } catch (JacksonException | IllegalArgumentException e) {
            throw new CorruptArchive(name, "its manifest cannot be read: " + firstLine(e));
        }
    }

    /// Reads every line. Throws at the first line that does not match the manifest.
    public void read(Manifest manifest, Lines lines) throws IOException {
        var digest = ArchiveFile.sha256();
        int number = 0;
        try (var file =
                        new DigestInputStream(
                                new BufferedInputStream(target.open(manifest.file())), digest);
                var reader =
                        new BufferedReader(
                                new InputStreamReader(new GZIPInputStream(file), UTF_8))) {
            for (var entry : manifest.lines()) {
                number++;
                var line = reader.readLine();
                check(manifest, entry, number, line);
                lines.take(entry.deliveryId(), line);
            }
            number++;
            if (reader.readLine() != null) {
                throw new CorruptArchive(
                        manifest.name(), number, "it has more lines than its manifest");
            }
            file.transferTo(OutputStream.nullOutputStream());
        } catch (CorruptArchive e) {
            throw e;
        } catch (java.util.zip.ZipException | java.io.EOFException e) {
            throw new CorruptArchive(
                    manifest.name(), Math.max(1, number), "it cannot be unpacked: " + firstLine(e));
        }
        if (!HexFormat.of().formatHex(digest.digest()).equals(manifest.sha256())) {
            throw new CorruptArchive(
                    manifest.name(), "its SHA-256 differs from that in its manifest");
        }
    }

    private static void check(
            Manifest manifest,
            Manifest.Line entry,
            int number,
            @org.jspecify.annotations.Nullable String line)
            throws CorruptArchive {
        if (line == null) {
            throw new CorruptArchive(manifest.name(), number, "it ends before that line");
        }
        if (!ArchiveFile.crc32(line.getBytes(UTF_8)).equals(entry.crc32())) {
            throw new CorruptArchive(
                    manifest.name(),
                    number,
                    "its checksum differs from that of " + entry.deliveryId());
        }
    }

    static JsonNode parse(String line) {
        return ArchiveJson.MAPPER.readTree(line);
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
