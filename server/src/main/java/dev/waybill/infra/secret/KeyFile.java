package dev.waybill.infra.secret;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The encryption keys if none is set: a file in the data folder that only its owner may read, with
/// one key a line, the one that encrypts first.
public final class KeyFile {

    public static final String NAME = "encryption.key";

    private static final Logger LOG = LoggerFactory.getLogger(KeyFile.class);

    private KeyFile() {}

    static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(NAME));
    }

    /// The keys in the file. A missing file is created with a new key.
    public static List<EncryptionKey> readOrMake(Path folder, RandomGenerator random) {
        var file = folder.resolve(NAME);
        try {
            if (!Files.exists(file)) {
                make(file, EncryptionKey.generate(random));
            }
            return parse(file, Files.readString(file, US_ASCII));
        } catch (IOException e) {
            throw new EncryptionKeys.Unusable(
                    "the file of the encryption key, "
                            + file
                            + ", cannot be created or read ("
                            + e.getClass().getSimpleName()
                            + "). Fix this, or set "
                            + EncryptionKeys.VARIABLE
                            + ".");
        }
    }

    private static List<EncryptionKey> parse(Path file, String text) {
        var keys = text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        if (keys.isEmpty()) {
            throw new EncryptionKeys.Unusable("there is no encryption key in " + file + ".");
        }
        return keys.stream()
                .map(key ->
                        EncryptionKey.parse(key)
                                .orElseThrow(() ->
                                        new EncryptionKeys.Unusable(
                                                "a line of "
                                                        + file
                                                        + " is not the base64 of 32 bytes.")))
                .toList();
    }

    /// Atomically, and never over a file that another process has created meanwhile.
    private static void make(Path file, String key) throws IOException {
        Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        var privately = PosixFilePermissions.fromString("rw-------");
        var draft =
                Files.createTempFile(
                        file.toAbsolutePath().resolveSibling(""),
                        NAME,
                        ".new",
                        PosixFilePermissions.asFileAttribute(privately));
        try {
            Files.writeString(draft, key + "\n", US_ASCII);
            Files.createLink(file, draft);
            LOG.info("created an encryption key, file={}: back it up with the database", file);
        } catch (FileAlreadyExistsException e) {
            LOG.debug("another process created the encryption key, file={}", file);
        } finally {
            Files.delete(draft);
        }
    }
}
