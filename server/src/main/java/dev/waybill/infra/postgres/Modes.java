package dev.waybill.infra.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// File modes as numbers.
final class Modes {

    /// For a folder only its owner may enter.
    static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
            PosixFilePermissions.asFileAttribute(permissions(0700));

    /// For a file only its owner may read.
    static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(permissions(0600));

    private Modes() {}

    static void set(Path path, int mode) throws IOException {
        Files.setPosixFilePermissions(path, permissions(mode));
    }

    static Set<PosixFilePermission> permissions(int mode) {
        var letters = new StringBuilder("rwxrwxrwx");
        for (int bit = 0; bit < letters.length(); bit++) {
            if ((mode & (0400 >> bit)) == 0) {
                letters.setCharAt(bit, '-');
            }
        }
        return PosixFilePermissions.fromString(letters.toString());
    }
}
