package dev.waybill.feature.retention.archive;

import java.io.IOException;

/// An archive that does not match its manifest. The message names it, and the line.
public final class CorruptArchive extends IOException {

    CorruptArchive(String archive, int line, String why) {
        super("the archive %s is corrupt at line %d: %s".formatted(archive, line, why));
    }

    CorruptArchive(String archive, String why) {
        super("the archive %s is corrupt: %s".formatted(archive, why));
    }
}
