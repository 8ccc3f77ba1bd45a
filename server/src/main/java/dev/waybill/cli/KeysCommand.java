package dev.waybill.cli;

import dev.waybill.Settings;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.feature.endpoints.Resealer;
import dev.waybill.infra.postgres.PostgresFailed;
import dev.waybill.infra.secret.EncryptionKeys;
import dev.waybill.infra.secret.Vault;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `waybill keys`: commands for encryption keys.
@Command(
        name = "keys",
        synopsisSubcommandLabel = "COMMAND",
        description = "Manage encryption keys.",
        mixinStandardHelpOptions = true)
public final class KeysCommand {

    @Spec private @Nullable CommandSpec spec;

    @Command(
            name = "rotate-encryption",
            description =
                    "Encrypt all secrets with the first encryption key and retire the others."
                            + " The service may be running if it has both keys.",
            mixinStandardHelpOptions = true)
    int rotateEncryption(
            @Option(names = "--data", description = "As for serve.") @Nullable String data,
            @Option(names = "--database", description = "As for serve.") @Nullable String database,
            @Option(names = "--config", description = "As for serve.") @Nullable Path config) {
        var line = Objects.requireNonNull(spec).commandLine();
        try {
            var flags = new EnumMap<Settings.Name, String>(Settings.Name.class);
            ServeCommand.put(flags, Settings.Name.DATA, data);
            ServeCommand.put(flags, Settings.Name.DATABASE, database);
            var settings =
                    CommandSettings.resolve(flags, System.getenv(), SettingsFile.read(config));
            line.getOut().println(rotate(settings));
            line.getOut().flush();
            return 0;
        } catch (Settings.Invalid
                | PostgresFailed
                | EncryptionKeys.Unusable
                | IllegalArgumentException e) {
            return CommandSettings.failed(line, String.valueOf(e.getMessage()));
        } catch (SQLException | FlywayException e) {
            return CommandSettings.failed(line, "the database cannot be used: " + e.getMessage());
        }
    }

    private static String rotate(Settings settings) throws SQLException {
        var clock = InstantSource.system();
        var random = new SecureRandom();
        return CommandDatabase.use(
                settings,
                database -> {
                    var vault =
                            EncryptionKeys.vault(
                                    settings.encryptionKeys(), settings.data(), database, random);
                    new EncryptionKeys(vault).check(database, clock.instant());
                    var audit = new Audit(database, clock, new Ids(clock, random));
                    var resealer = new Resealer(database, vault, audit);
                    int endpoints = 0;
                    for (int done = resealer.runOnce(); done > 0; done = resealer.runOnce()) {
                        endpoints += done;
                    }
                    return summary(
                            vault,
                            endpoints,
                            resealer.retireOthers(clock.instant(), Actor.COMMAND_LINE));
                });
    }

    private static String summary(Vault vault, int endpoints, List<String> retired) {
        return "endpoints re-encrypted with the key %s: %d%n%s"
                .formatted(
                        vault.current().id(),
                        endpoints,
                        retired.isEmpty()
                                ? "no other key is in use"
                                : "no longer needed: " + String.join(", ", retired));
    }
}
