package dev.waybill;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.waybill.cli.ServeCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/// Every documented setting exists, and every setting is documented.
class DocumentedSettingsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /// Read by the launcher, before there is a JVM.
    private static final Set<String> LAUNCHERS =
            Set.of("WAYBILL_JAVA_HOME", "WAYBILL_JAVA_OPTS", "WAYBILL_NO_AOT");

    /// | `host` | `--host` | `WAYBILL_HOST` | …
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (`--[a-z-]+`|–) \\| `(WAYBILL_[A-Z_]+)` \\|");

    private static final Pattern VARIABLE = Pattern.compile("WAYBILL_[A-Z_]*[A-Z]");

    /// A command line, up to the end of its line or of the code it stands in.
    private static final Pattern COMMAND =
            Pattern.compile(
                    "(?<![\\w/-])(?:\\./)?waybill ([a-z][a-z -]*?)"
                            + "((?: +--?[^`\\n#]*)?)(?=[`\\n#]|$)");

    private static final Pattern FLAG = Pattern.compile("(?<!\\S)--[a-z][a-z-]*");

    @ParameterizedTest
    @EnumSource(Settings.Name.class)
    void theReferenceNamesItsFlagAndItsVariable(Settings.Name name) throws IOException {
        var rows =
                ROW.matcher(read("docs/reference/settings.md"))
                        .results()
                        .filter(row -> row.group(1).equals(name.key()))
                        .toList();

        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().group(2))
                .isEqualTo(name.hasFlag() ? "`" + name.flag() + "`" : "–");
        assertThat(rows.getFirst().group(3)).isEqualTo(name.variable());
    }

    @Test
    void everyVariableInADocumentIsRead() throws IOException {
        var known = new TreeSet<>(LAUNCHERS);
        for (var name : Settings.Name.values()) {
            known.add(name.variable());
        }

        for (var document : documents()) {
            var named =
                    VARIABLE.matcher(read(document))
                            .results()
                            .map(found -> found.group())
                            .collect(Collectors.toSet());
            assertThat(known).as(document).containsAll(named);
        }
    }

    @Test
    void everyFlagOfACommandInADocumentIsTaken() throws IOException {
        var unknown = new ArrayList<String>();
        int checked = 0;
        for (var document : documents()) {
            for (var found : COMMAND.matcher(read(document)).results().toList()) {
                var command = command(found.group(1));
                // Benchmarks are a module of their own.
                if (command != null) {
                    for (var flag : FLAG.matcher(found.group(2)).results().toList()) {
                        checked++;
                        if (command.getCommandSpec().findOption(flag.group()) == null) {
                            unknown.add(document + ": " + found.group());
                        }
                    }
                }
            }
        }

        assertThat(unknown).isEmpty();
        assertThat(checked).isPositive();
    }

    /// The innermost command that these words name; null if there is none.
    private static @Nullable CommandLine command(String words) {
        CommandLine command = null;
        for (var word : words.strip().split(" +", -1)) {
            var next = command == null ? Main.commands() : command;
            command = next.getSubcommands().getOrDefault(word, command);
        }
        return command;
    }

    @ParameterizedTest
    @EnumSource(Settings.Name.class)
    void serveTakesTheFlagUnlessItIsSecret(Settings.Name name) {
        assertThat(ServeCommand.line().getCommandSpec().findOption(name.flag()) != null)
                .isEqualTo(name.hasFlag());
    }

    @Test
    void aSwitchNeedsNoValueAndCanBeTakenBack() {
        var line = ServeCommand.line();
        line.parseArgs("--dev", "--public-url", "https://hooks.example.com", "--archive-all=false");

        var parsed = line.getParseResult();
        assertThat(parsed.<String>matchedOptionValue("--dev", "")).isEqualTo("true");
        assertThat(parsed.<String>matchedOptionValue("--archive-all", "")).isEqualTo("false");
        assertThat(parsed.<String>matchedOptionValue("--public-url", ""))
                .isEqualTo("https://hooks.example.com");
    }

    @ParameterizedTest
    @CsvSource({
        "false, '',            0.0.0.0",
        "true,  '',            localhost",
        "true,  0.0.0.0,       0.0.0.0",
        "true,  192.0.2.1,     192.0.2.1",
        "false, 127.0.0.1,     127.0.0.1"
    })
    void whoDevelopsIsReachedFromThisMachineOnly(String dev, String said, String host) {
        var environment =
                said.isEmpty()
                        ? Map.of("WAYBILL_DEV", dev)
                        : Map.of("WAYBILL_DEV", dev, "WAYBILL_HOST", said);

        var settings = Settings.resolve(Map.of(), environment, ConfigFactory.empty());

        assertThat(settings.host()).isEqualTo(host);
    }

    private static List<String> documents() throws IOException {
        try (var pages = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"),
                            pages.filter(page -> page.toString().endsWith(".md"))
                                    .map(page -> ROOT.relativize(page).toString()))
                    .toList();
        }
    }

    private static String read(String document) throws IOException {
        return Files.readString(ROOT.resolve(document));
    }
}
