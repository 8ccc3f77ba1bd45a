package dev.waybill.cli;

import dev.waybill.Settings;
import dev.waybill.feature.retention.archive.ArchiveReader;
import dev.waybill.feature.retention.archive.ArchiveTargets;
import dev.waybill.feature.retention.archive.Manifest;
import dev.waybill.feature.retention.archive.Restorer;
import dev.waybill.infra.postgres.PostgresFailed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Objects;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `waybill archive`: reads deliveries that were archived before they were dropped.
@Command(
        name = "archive",
        synopsisSubcommandLabel = "COMMAND",
        description = "Read archives of dropped deliveries, and restore them.",
        mixinStandardHelpOptions = true)
public final class ArchiveCommand {

    @Spec private @Nullable CommandSpec spec;

    /// The settings that locate the archive and the database.
    static final class Place {
        @Option(names = "--archive", description = "The folder, or s3://bucket/prefix.")
        private @Nullable String archive;

        @Option(names = "--data", description = "As for serve.")
        private @Nullable String data;

        @Option(names = "--database", description = "As for serve.")
        private @Nullable String database;

        @Option(names = "--config", description = "As for serve.")
        private @Nullable Path config;

        Settings settings() {
            var flags = new EnumMap<Settings.Name, String>(Settings.Name.class);
            ServeCommand.put(flags, Settings.Name.ARCHIVE, archive);
            ServeCommand.put(flags, Settings.Name.DATA, data);
            ServeCommand.put(flags, Settings.Name.DATABASE, database);
            return CommandSettings.resolve(flags, System.getenv(), SettingsFile.read(config));
        }
    }

    /// The action of a command on the archives.
    @FunctionalInterface
    private interface Work {
        void with(Settings settings, ArchiveReader reader, PrintWriter out)
                throws IOException, SQLException;
    }

    @Command(description = "List the archives.", mixinStandardHelpOptions = true)
    int list(@Mixin Place place) {
        return run(
                place,
                (_, reader, out) -> {
                    for (var name : reader.names()) {
                        var manifest = manifest(reader, name);
                        out.printf(
                                "%s  %s  %s  %d deliveries, %d bytes%n",
                                name,
                                manifest.writtenAt(),
                                manifest.kind(),
                                manifest.lines().size(),
                                manifest.bytes());
                    }
                    for (var file : reader.unfinished()) {
                        out.printf("%s  unfinished: nothing in it was dropped%n", file);
                    }
                });
    }

    @Command(
            description =
                    "Print the deliveries of an archive, one line of JSON each, and verify it.",
            mixinStandardHelpOptions = true)
    int show(
            @Mixin Place place,
            @Parameters(paramLabel = "ARCHIVE", description = "The name of the archive.")
                    String name,
            @Parameters(
                            paramLabel = "DELIVERY",
                            arity = "0..1",
                            description = "Only the delivery with this id: dlv_…")
                    @Nullable String delivery) {
        return run(
                place,
                (_, reader, out) ->
                        reader.read(
                                manifest(reader, name),
                                (id, line) -> {
                                    if (delivery == null || delivery.equals(id)) {
                                        out.println(line);
                                    }
                                }));
    }

    @Command(
            description = "Restore the deliveries of an archive. Dead letters are open again.",
            mixinStandardHelpOptions = true)
    int restore(
            @Mixin Place place,
            @Parameters(paramLabel = "ARCHIVE", description = "The name of the archive.")
                    String name) {
        return run(
                place,
                (settings, reader, out) -> {
                    var manifest = manifest(reader, name);
                    int restored =
                            CommandDatabase.<Integer, IOException>use(
                                    settings,
                                    database -> new Restorer(database, reader).restore(manifest));
                    out.printf(
                            "deliveries restored: %d, already present: %d%n",
                            restored, manifest.lines().size() - restored);
                });
    }

    private static Manifest manifest(ArchiveReader reader, String name) throws IOException {
        return reader.manifest(name)
                .orElseThrow(() -> new IOException("there is no archive " + name));
    }

    private int run(Place place, Work work) {
        var line = Objects.requireNonNull(spec).commandLine();
        try {
            var settings = place.settings();
            try (var target = ArchiveTargets.open(settings.archiving().address())) {
                work.with(settings, new ArchiveReader(target), line.getOut());
                return 0;
            }
        } catch (Settings.Invalid
                | IOException
                | SQLException
                | PostgresFailed
                | FlywayException
                | IllegalArgumentException e) {
            return CommandSettings.failed(line, String.valueOf(e.getMessage()));
        } finally {
            line.getOut().flush();
        }
    }
}
