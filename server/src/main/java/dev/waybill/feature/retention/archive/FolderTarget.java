package dev.waybill.feature.retention.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// A folder. A file appears under its name only when all of it is on the disk.
final class FolderTarget implements ArchiveTarget {

    private static final String UNFINISHED = ".unfinished";

    private final Path folder;

    FolderTarget(Path folder) {
        this.folder = folder;
    }

    @Override
    public void put(String name, Path file) throws IOException {
        Files.createDirectories(folder);
        var unfinished = folder.resolve(name + UNFINISHED);
        try {
            Files.copy(file, unfinished, StandardCopyOption.REPLACE_EXISTING);
            sync(unfinished, StandardOpenOption.WRITE);
            Files.move(unfinished, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        // The name is an entry of the folder, which has to be synced separately.
        sync(folder, StandardOpenOption.READ);
    }

    private static void sync(Path path, StandardOpenOption how) throws IOException {
        try (var channel = FileChannel.open(path, how)) {
            channel.force(true);
        }
    }

    @Override
    public List<String> names() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(UNFINISHED))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public InputStream open(String name) throws IOException {
        return Files.newInputStream(folder.resolve(name));
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return folder.toString();
    }
}
