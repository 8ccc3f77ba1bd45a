package dev.waybill.infra.postgres;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// Unpacks a tar archive into a folder, and nothing outside of it: an entry or a link that leads
/// out is refused. Confined to one thread.
final class Tar {

    /// The archives we ship hold 60 to 330 MB; more than this is not one of them.
    static final long UNPACKED_BYTES_MAX = 2L << 30;

    private final InputStream in;
    private final Path target;
    private final Set<Path> safeFolders = new HashSet<>();
    private final byte[] buffer = new byte[1 << 16];
    private long bytesLeft = UNPACKED_BYTES_MAX;

    private Tar(InputStream in, Path target) {
        this.in = in;
        this.target = target;
    }

    static void unpack(InputStream in, Path target) throws IOException {
        Files.createDirectories(target);
        new Tar(in, target.toRealPath()).unpack();
    }

    private void unpack() throws IOException {
        var reader = new TarReader(in);
        for (var entry = reader.next(); entry != null; entry = reader.next()) {
            bytesLeft -= entry.size();
            if (bytesLeft < 0) {
                throw new IOException("archive unpacks to more than " + UNPACKED_BYTES_MAX);
            }
            write(entry);
        }
    }

    private void write(TarEntry entry) throws IOException {
        var path = inside(target, entry.name());
        switch (entry.kind()) {
            case FOLDER -> {
                Files.createDirectories(safe(path));
                // Ours to write into, whatever the archive says: its files come next.
                Modes.set(path, entry.mode() | 0700);
            }
            case FILE -> {
                safe(parent(path));
                copy(entry.size(), path);
                Modes.set(path, entry.mode());
            }
            case SYMBOLIC_LINK -> {
                var folder = safe(parent(path));
                inside(folder, entry.link());
                Files.createSymbolicLink(path, Path.of(entry.link()));
            }
            case HARD_LINK -> {
                safe(parent(path));
                var existing = inside(target, entry.link());
                safe(parent(existing));
                Files.createLink(path, existing);
            }
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

    /// Makes the folder, and sees that no link on the way to it leads out.
    private Path safe(Path folder) throws IOException {
        if (safeFolders.add(folder)) {
            Files.createDirectories(folder);
            if (!folder.toRealPath().startsWith(target)) {
                throw new IOException("archive entry leads out of its folder: " + folder);
            }
        }
        return folder;
    }

    private void copy(long size, Path path) throws IOException {
        try (var out = Files.newOutputStream(path)) {
            for (var left = size; left > 0; ) {
                int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (count < 0) {
                    throw new EOFException("archive ends inside " + path.getFileName());
                }
                out.write(buffer, 0, count);
                left -= count;
            }
        }
        in.skipNBytes(TarReader.padding(size));
    }
}
