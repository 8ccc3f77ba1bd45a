package dev.waybill.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The documentation lists exactly the actions there are, and the code does no others.
class AuditActionsTest {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Path PAGE = Path.of("..", "docs", "operating", "audit-log.md");

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([a-z_]+)` \\| ((?:`[a-z_]+`,? ?)+)");
    private static final Pattern CODE = Pattern.compile("`([a-z_]+)`");
    private static final Pattern ENTRY =
            Pattern.compile("AuditEntry\\.with\\(\\s*\"([a-z_]+\\.[a-z_]+)\"");
    private static final Pattern KIND =
            Pattern.compile("new AuditTrail<>\\(\\s*audit,\\s*\"([a-z_]+)\"");

    /// The action names that registers pass to their trail, directly or through a method of their
    /// own.
    private static final Pattern WORD =
            Pattern.compile(
                    "(?:trail\\.(?:did|changed)\\((?:tx, )?actor, "
                            + "|changeState\\(actor, id, scope, "
                            + "|change\\(id, actor, |new Change\\()\"([a-z_]+)\"");

    @Test
    void thePageListsExactlyTheActionsThereAre() throws IOException {
        var documented = new TreeSet<String>();
        var rows = ROW.matcher(Files.readString(PAGE));
        while (rows.find()) {
            CODE.matcher(rows.group(2))
                    .results()
                    .forEach(word -> documented.add(rows.group(1) + "." + word.group(1)));
        }

        assertThat(documented).containsExactlyInAnyOrderElementsOf(AuditActions.all());
    }

    @Test
    void theCodeDoesNothingThatIsNotListed() {
        var code = code();
        var kinds =
                AuditActions.all().stream()
                        .map(action -> action.substring(0, action.indexOf('.')))
                        .collect(Collectors.toSet());
        var words =
                AuditActions.all().stream()
                        .map(action -> action.substring(action.indexOf('.') + 1))
                        .collect(Collectors.toSet());

        assertThat(found(ENTRY, code)).isNotEmpty().isSubsetOf(AuditActions.all());
        assertThat(found(KIND, code)).isNotEmpty().isSubsetOf(kinds);
        assertThat(found(WORD, code)).contains("tested", "noted", "paused").isSubsetOf(words);
    }

    private static Set<String> found(Pattern pattern, String code) {
        return pattern.matcher(code)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    private static String code() {
        try (var files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(AuditActionsTest::read)
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
