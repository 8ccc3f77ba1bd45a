package dev.waybill.infra.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.infra.postgres.TarEntry.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Reads the headers of a tar archive in the dialects met in practice: ustar with its name prefix,
/// GNU long names, pax records. Whoever asks for the next entry has consumed the last one's bytes.
final class TarReader {

    private static final int BLOCK = 512;

    /// Names and pax records are read into memory; real ones are a few hundred bytes.
    private static final int EXTENSION_BYTES_MAX = 1 << 16;

    private final InputStream in;

    // What extension headers have said about the entry that follows them.
    private @Nullable String longName;
    private @Nullable String longLink;
    private @Nullable Long longSize;

    TarReader(InputStream in) {
        this.in = in;
    }

    static long padding(long size) {
        return (BLOCK - size % BLOCK) % BLOCK;
    }

    /// The next entry, or null at the end of the archive.
    @Nullable TarEntry next() throws IOException {
        while (true) {
            var header = in.readNBytes(BLOCK);
            if (header.length == 0 || isZero(header)) {
                return null;
            }
            if (header.length < BLOCK) {
                throw new EOFException("archive ends inside a header");
            }
            verifySum(header);
            long size = number(header, 124, 12);
            switch (header[156]) {
                case 'L' -> longName = text(extension(size), 0, (int) size);
                case 'K' -> longLink = text(extension(size), 0, (int) size);
                case 'x' -> readPax(extension(size));
                case 'g' -> extension(size);
                default -> {
                    return entry(header, size);
                }
            }
        }
    }

    private TarEntry entry(byte[] header, long headerSize) throws IOException {
        var kind = kind(header[156]);
        var name = longName != null ? longName : name(header);
        var link = longLink != null ? longLink : text(header, 157, 100);
        long size = longSize != null ? longSize : headerSize;
        longName = null;
        longLink = null;
        longSize = null;
        int mode = (int) number(header, 100, 8) & 0777;
        return new TarEntry(name, kind, mode, kind == Kind.FILE ? size : 0, link);
    }

    private static Kind kind(byte flag) throws IOException {
        return switch (flag) {
            case '0', 0, '7' -> Kind.FILE;
            case '1' -> Kind.HARD_LINK;
            case '2' -> Kind.SYMBOLIC_LINK;
            case '5' -> Kind.FOLDER;
            default -> throw new IOException("archive holds an entry of unknown kind " + flag);
        };
    }

    private static String name(byte[] header) {
        var name = text(header, 0, 100);
        // GNU's magic is "ustar " with a space, and puts other things where the prefix would be.
        boolean posix = text(header, 257, 6).equals("ustar");
        var prefix = posix ? text(header, 345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private byte[] extension(long size) throws IOException {
        if (size < 0 || size > EXTENSION_BYTES_MAX) {
            throw new IOException("archive has an extension header of " + size + " bytes");
        }
        var bytes = in.readNBytes((int) size);
        if (bytes.length < size) {
            throw new EOFException("archive ends inside an extension header");
        }
        in.skipNBytes(padding(size));
        return bytes;
    }

    /// Records of the form `25 path=share/some/name\n`, the number being the record's own length.
    private void readPax(byte[] records) throws IOException {
        for (int at = 0; at < records.length; ) {
            int space = at;
            while (space < records.length && records[space] != ' ') {
                space++;
            }
            int length = paxLength(new String(records, at, space - at, UTF_8));
            if (length <= space - at + 1 || length > records.length - at) {
                throw new IOException("archive has a broken pax record");
            }
            var record = new String(records, space + 1, at + length - space - 2, UTF_8);
            int equals = record.indexOf('=');
            if (equals > 0) {
                usePax(record.substring(0, equals), record.substring(equals + 1));
            }
            at += length;
        }
    }

    private void usePax(String key, String value) throws IOException {
        switch (key) {
            case "path" -> longName = value;
            case "linkpath" -> longLink = value;
            case "size" -> longSize = (long) paxLength(value);
            default -> {
                // Times and owners: not restored.
            }
        }
    }

    private static int paxLength(String digits) throws IOException {
        if (!digits.matches("[0-9]{1,9}")) {
            throw new IOException("archive has a broken pax number: " + digits);
        }
        return Integer.parseInt(digits);
    }

    private static long number(byte[] header, int from, int length) throws IOException {
        if (header[from] < 0) {
            throw new IOException("archive has a base-256 number: larger than any we ship");
        }
        var digits = text(header, from, length).strip();
        if (!digits.matches("[0-7]*")) {
            throw new IOException("archive has a broken number: " + digits);
        }
        return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    }

    private static void verifySum(byte[] header) throws IOException {
        int sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            // The sum is taken with its own field filled with spaces.
            sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xff;
        }
        if (sum != number(header, 148, 8)) {
            throw new IOException("archive is damaged: a header's sum does not match");
        }
    }

    private static boolean isZero(byte[] header) {
        for (byte b : header) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private static String text(byte[] bytes, int from, int length) {
        int end = from;
        while (end < from + length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, UTF_8);
    }
}
