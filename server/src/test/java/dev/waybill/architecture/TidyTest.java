package dev.waybill.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Settings;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Reads the sources as text. A rule is a few lines, with its reason in the failure message.
class TidyTest {

    /// Tests run in their module's folder.
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Set<String> NOT_OURS =
            Set.of("target", "waybill-data", "waybill-demo", "node_modules");

    /// Switches over external input: bytes of an archive, names and tokens of JSON.
    private static final Set<String> MAY_HAVE_DEFAULT =
            Set.of(
                    "TarReader.java",
                    "EventParser.java",
                    "BatchParser.java",
                    "ArrayItems.java",
                    "CloudEventParser.java",
                    "PublishFormat.java");

    /// Wait while the database or, in the client, the service is away, with nothing that could wake
    /// them.
    private static final Set<String> MAY_SLEEP = Set.of("Sleeper.java", "Pause.java");

    private static final String COMPUTATION =
            "\\.(replace|replaceAll|substring|split|toUpperCase|toLowerCase|stream)\\("
                    + "|String\\.join|\\.(size|length)\\(\\) [-+*/]";

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#]+)(#[^)]*)?\\)");

    @Test
    void nothingIsLeftToFix() throws IOException {
        // Taken apart, or the rule would find itself.
        assertThat(linesWith("FIX" + "ME|TO" + "DO", files(".java", ".sql")))
                .as("mend it before it is merged, or open an issue")
                .isEmpty();
    }

    @Test
    void onlyCommandsPrint() throws IOException {
        var others = files(main().and(file -> !isCommand(file)));

        assertThat(linesWith("System\\.out", others))
                .as("standard output belongs to the commands: scripts read it")
                .isEmpty();
    }

    @Test
    void nobodySleeps() throws IOException {
        assertThat(linesWith("\\.sleep" + "\\(", except(MAY_SLEEP, files(".java"))))
                .as("wait for a signal, with a deadline: a sleep is too long or too short")
                .isEmpty();
    }

    @Test
    void queriesNameTheirColumns() throws IOException {
        assertThat(linesWith("SELECT\\s+" + "\\*", files(".java", ".sql")))
                .as("a column added later must not change what a query returns")
                .isEmpty();
    }

    @Test
    void switchesHaveNoDefault() throws IOException {
        assertThat(linesWith("default ->", except(MAY_HAVE_DEFAULT, files(main()))))
                .as("a new case must break the build wherever somebody has to think about it")
                .isEmpty();
    }

    @Test
    void everyPackageIsNullMarked() throws IOException {
        var unmarked = new ArrayList<Path>();
        for (var file : except(Set.of("module-info.java"), files(".java"))) {
            var folder = file.resolveSibling("");
            var twin = Path.of(folder.toString().replace("/src/test/", "/src/main/"));
            if (!isNullMarked(folder) && !isNullMarked(twin)) {
                unmarked.add(folder);
            }
        }
        assertThat(unmarked).as("without @NullMarked nobody checks for nulls there").isEmpty();
    }

    @Test
    void migrationsAreNumberedWithoutGaps() throws IOException {
        var migrations = files(file -> file.toString().contains("/src/main/resources/migrations/"));
        var names = migrations.stream().map(file -> file.getFileName().toString()).sorted();
        int number = 0;
        for (var name : names.toList()) {
            assertThat(name)
                    .as("a gap or a twin is a merge gone wrong")
                    .matches("%03d_[a-z_]+\\.sql".formatted(++number));
        }
        assertThat(number).isPositive();
    }

    @Test
    void everySettingIsDocumented() throws IOException {
        var page = Files.readString(ROOT.resolve("docs/reference/settings.md"));

        for (var setting : Settings.Name.values()) {
            assertThat(page)
                    .as("what can be set must be found in docs/reference/settings.md")
                    .contains("`" + setting.key() + "`", setting.variable());
        }
    }

    @Test
    void everyRelativeLinkResolves() throws IOException {
        var broken = new ArrayList<String>();
        for (var page : files(".md")) {
            var links = LINK.matcher(Files.readString(page));
            while (links.find()) {
                var link = links.group(1);
                if (!link.contains(":") && !Files.exists(page.resolveSibling(link))) {
                    broken.add(ROOT.relativize(page) + " → " + link);
                }
            }
        }
        assertThat(broken).as("a reader must not end up nowhere").isEmpty();
    }

    @Test
    void linesFitTheScreen() throws IOException {
        assertThat(linesWith("^(?!import ).{101,}", files(".java")))
                .as("two files side by side, without wrapping")
                .isEmpty();
    }

    @Test
    void templatesFitTheScreen() throws IOException {
        assertThat(linesWith(".{141,}", files(".jte")))
                .as("a template is read and reviewed like code")
                .isEmpty();
    }

    @Test
    void templatesOnlyShow() throws IOException {
        assertThat(linesWith(COMPUTATION, files(".jte")))
                .as("the class of the page computes, its template shows")
                .isEmpty();
    }

    private static List<String> linesWith(String regex, List<Path> files) throws IOException {
        var pattern = Pattern.compile(regex);
        var found = new ArrayList<String>();
        for (var file : files) {
            var lines = Files.readAllLines(file, UTF_8);
            for (int i = 0; i < lines.size(); i++) {
                if (pattern.matcher(lines.get(i)).find()) {
                    found.add(ROOT.relativize(file) + ":" + (i + 1) + " " + lines.get(i).strip());
                }
            }
        }
        return found;
    }

    private static boolean isNullMarked(Path folder) throws IOException {
        var info = folder.resolve("package-info.java");
        return Files.exists(info) && Files.readString(info).contains("\n@NullMarked\n");
    }

    private static boolean isCommand(Path file) {
        var name = file.getFileName().toString();
        return name.endsWith("Command.java")
                || name.equals("Main.java")
                || file.toString().contains("/dev/waybill/cli/");
    }

    private static Predicate<Path> main() {
        return file -> file.toString().matches(".*/src/main/java/.*\\.java");
    }

    private static List<Path> except(Set<String> names, List<Path> files) {
        return files.stream()
                .filter(file -> !names.contains(file.getFileName().toString()))
                .toList();
    }

    private static List<Path> files(String... endings) throws IOException {
        return files(file -> Stream.of(endings).anyMatch(file.toString()::endsWith));
    }

    /// All files of every module, except built, hidden and imported ones.
    private static List<Path> files(Predicate<Path> wanted) throws IOException {
        var files = new ArrayList<Path>();
        Files.walkFileTree(
                ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        var name = folder.getFileName().toString();
                        boolean ours =
                                folder.equals(ROOT)
                                        || !(NOT_OURS.contains(name) || name.startsWith("."));
                        return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (wanted.test(file)) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return files;
    }
}
