package dev.waybill.infra.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/// Unpacks a tar archive into a folder: an entry or a link that leads out of it is refused.
/// Confined to one thread.
final class Tar {

    /// Our archives contain 60 to 330 MB. A larger one is not ours.
    static final long UNPACKED_BYTES_MAX = 2L << 30;

    private final TarArchiveInputStream in;
    private final Path target;
    private final Set<Path> safeFolders = new HashSet<>();
    private long bytesLeft = UNPACKED_BYTES_MAX;

    private Tar(InputStream in, Path target) {
        this.in = new TarArchiveInputStream(in);
        this.target = target;
    }

    static void unpack(InputStream in, Path target) throws IOException {
        Files.createDirectories(target);
        new Tar(in, target.toRealPath()).unpack();
    }

    private void unpack() throws IOException {
        for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            if (!entry.isCheckSumOK()) {
                throw new IOException("archive is damaged at " + entry.getName());
            }
            bytesLeft -= entry.getSize();
            if (bytesLeft < 0) {
                throw new IOException("archive unpacks to more than " + UNPACKED_BYTES_MAX);
            }
            write(entry);
        }
    }

    private void write(TarArchiveEntry entry) throws IOException {
        var path = inside(target, entry.getName());
        if (entry.isDirectory()) {
            Files.createDirectories(safe(path));
            // Writable for us, regardless of its mode in the archive: its files follow.
            Modes.set(path, entry.getMode() | 0700);
        } else if (entry.isSymbolicLink()) {
            var folder = safe(parent(path));
            inside(folder, entry.getLinkName());
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
            safe(parent(path));
            var existing = inside(target, entry.getLinkName());
            safe(parent(existing));
            Files.createLink(path, existing);
        } else if (entry.isCharacterDevice() || entry.isBlockDevice() || entry.isFIFO()) {
            throw new IOException("archive entry of an unknown kind: " + entry.getName());
        } else {
            safe(parent(path));
            Files.copy(in, path);
            Modes.set(path, entry.getMode());
        }
    }

    private Path inside(Path base, String name) throws IOException {
        var path = base.resolve(name).normalize();
        if (name.isEmpty() || name.startsWith("/") || !path.startsWith(target)) {
            throw new IOException("archive entry leads out of its folder: " + name);
        }
        return path;
    }

    private Path parent(Path path) {
        var parent = path.getParent();
        return parent == null || !parent.startsWith(target) ? target : parent;
    }

    /// Creates the folder, and checks that no link on the way to it leads out.
    private Path safe(Path folder) throws IOException {
        if (safeFolders.add(folder)) {
            Files.createDirectories(folder);
            if (!folder.toRealPath().startsWith(target)) {
                throw new IOException("archive entry leads out of its folder: " + folder);
            }
        }
        return folder;
    }
}
