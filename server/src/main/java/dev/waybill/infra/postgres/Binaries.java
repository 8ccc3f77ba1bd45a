package dev.waybill.infra.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.tukaani.xz.XZInputStream;

/// The programs of PostgreSQL, unpacked from the archive on the class path.
record Binaries(Path home) {

    /// The version of the archives, as in the POM. A new version is unpacked in addition to the old
    /// one.
    static final String VERSION = "18.6.0";

    /// Data folders belong to a major version.
    static final String MAJOR = "18";

    private static final Duration SYNC_MAX = Duration.ofMinutes(1);

    /// Finds the programs in `folder`, or unpacks them there. Several processes may share the
    /// folder.
    static Binaries unpackedIn(Path folder) throws IOException {
        var home = folder.toAbsolutePath().normalize().resolve(VERSION);
        if (!Files.isDirectory(home)) {
            unpack(resource(System.getProperty("os.name"), System.getProperty("os.arch")), home);
        }
        return new Binaries(home);
    }

    Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    /// Whether this build can compress with lz4: it can if the library is included.
    boolean hasLz4() throws IOException {
        try (var found = Files.newDirectoryStream(home.resolve("lib"), "liblz4*")) {
            return found.iterator().hasNext();
        }
    }

    static String resource(String os, String arch) {
        var name = os.toLowerCase(Locale.ROOT);
        var system = name.startsWith("mac") ? "darwin" : name;
        var processor =
                switch (arch.toLowerCase(Locale.ROOT)) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64", "arm64" -> "arm_64";
                    case String other -> other;
                };
        return "/postgres-%s-%s.txz".formatted(system, processor);
    }

    static InputStream open(String resource) {
        var archive = Binaries.class.getResourceAsStream(resource);
        if (archive == null) {
            throw new PostgresFailed(
                    """
                    There is no embedded PostgreSQL for this platform (%s). Run your own and \
                    pass it with --database postgresql://…\
                    """
                            .formatted(resource.substring(1)));
        }
        return archive;
    }

    // The file lock excludes other processes, the monitor other threads of this one.
    private static synchronized void unpack(String resource, Path home) throws IOException {
        var folder = Files.createDirectories(home.resolveSibling(""));
        try (var archive = open(resource);
                var lockFile =
                        FileChannel.open(
                                folder.resolve("unpack.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                var _ = lockFile.lock()) {
            if (Files.isDirectory(home)) {
                return;
            }
            // Under another name until complete, so that a process that is killed here leaves no
            // partial folder.
            var fresh = folder.resolve(VERSION + ".new");
            Trees.delete(fresh);
            Tar.unpack(new XZInputStream(new BufferedInputStream(archive, 1 << 16)), fresh);
            // A power failure must not leave empty files under the final name. Java can only sync
            // one file at a time, a thousand times; where this command is missing, the sync is
            // skipped.
            Command.run(List.of("sync", "-f", fresh.toString()), "", SYNC_MAX);
            Trees.moveIntoPlace(fresh, home);
        }
    }
}
