package dev.waybill.feature.retention.archive;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;

/// The lines of an archive that is being written, in a temporary file that is deleted when it is
/// closed.
final class ArchiveFile implements AutoCloseable {

    private final Path path;
    private final MessageDigest digest = sha256();
    private final OutputStream out;
    private final List<Manifest.Line> lines = new ArrayList<>();
    private long bytes;

    ArchiveFile() throws IOException {
        path = Files.createTempFile("waybill-archive-", ".jsonl.gz");
        var file = new DigestOutputStream(Files.newOutputStream(path), digest);
        out = new BufferedOutputStream(new GZIPOutputStream(file, 1 << 16), 1 << 16);
    }

    void add(ArchivedDelivery delivery) throws IOException {
        var line = ArchiveJson.MAPPER.writeValueAsBytes(delivery.json());
        out.write(line);
        out.write('\n');
        bytes += line.length + 1;
        lines.add(new Manifest.Line(delivery.publicId(), crc32(line)));
    }

    /// Size before compression.
    long bytes() {
        return bytes;
    }

    int lines() {
        return lines.size();
    }

    /// Stores the lines, then the manifest that confirms that they are complete.
    void store(ArchiveTarget target, String name, String version, String writtenAt, String kind)
            throws IOException {
        out.close();
        var sha256 = HexFormat.of().formatHex(digest.digest());
        var manifest =
                new Manifest(name, version, writtenAt, kind, Files.size(path), sha256, lines);
        target.put(manifest.file(), path);
        Files.write(path, ArchiveJson.MAPPER.writeValueAsBytes(manifest.json()));
        target.put(Manifest.manifestOf(name), path);
    }

    @Override
    public void close() throws IOException {
        try (out) {
            Files.deleteIfExists(path);
        }
    }

    static String crc32(byte[] line) {
        var crc = new CRC32();
        crc.update(line);
        return "%08x".formatted(crc.getValue());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
