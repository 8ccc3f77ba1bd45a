package dev.waybill.bench.report;

import dev.waybill.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// The machine and the version of a benchmark, without which figures mean nothing.
public record Machine(String description, String version, Instant now) {

    /// This machine, now.
    ///
    /// @param folder of the database: the cost of a commit depends on the file system
    public static Machine look(Path folder, InstantSource clock) {
        var description =
                "%d × %s, %d GB, %s %s, %s, JDK %s"
                        .formatted(
                                Runtime.getRuntime().availableProcessors(),
                                line("/proc/cpuinfo", "model name", "processor"),
                                gigabytes(line("/proc/meminfo", "MemTotal", "0 kB")),
                                System.getProperty("os.name"),
                                System.getProperty("os.version"),
                                fileSystem(folder),
                                System.getProperty("java.version"));
        var version = Main.class.getPackage().getImplementationVersion();
        return new Machine(
                description,
                version == null ? "development" : version,
                clock.instant().truncatedTo(ChronoUnit.SECONDS));
    }

    private static long gigabytes(String kilobytes) {
        return Math.round(Long.parseLong(kilobytes.replaceAll("\\D", "")) / 1024.0 / 1024.0);
    }

    private static String fileSystem(Path folder) {
        try {
            return Files.getFileStore(folder).type();
        } catch (IOException e) {
            return "unknown file system";
        }
    }

    /// The value of a name in a file of /proc, or `unknown` if there is none.
    private static String line(String file, String name, String unknown) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(unknown);
        } catch (IOException e) {
            return unknown;
        }
    }
}
