package dev.waybill.infra.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Operations on folders: delete, change the owner, move into place. Links are never followed.
final class Trees {

    private Trees() {}

    static void delete(Path tree) throws IOException {
        if (Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            forEach(tree, Files::delete);
        }
    }

    /// Makes `uid` the owner of everything in the tree. Only root can.
    static void give(Path tree, int uid) throws IOException {
        forEach(tree, path -> Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS));
    }

    static int owner(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    static boolean isEmptyFolder(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return false;
        }
        try (var children = Files.newDirectoryStream(path)) {
            return !children.iterator().hasNext();
        }
    }

    /// Renames atomically and durably: after a crash either the old name or the new one exists.
    static void moveIntoPlace(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        var folder = to.toAbsolutePath().getParent();
        if (folder != null) {
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private interface Step {
        void on(Path path) throws IOException;
    }

    private static void forEach(Path tree, Step step) throws IOException {
        Files.walkFileTree(
                tree,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        step.on(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path folder, @Nullable IOException failure) throws IOException {
                        if (failure != null) {
                            throw failure;
                        }
                        step.on(folder);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
