package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.feature.retention.archive.ArchiveTargets;
import dev.waybill.feature.retention.archive.Archiver;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// A user reads dropped deliveries at the command line, and restores them.
class ArchiveCommandTest {

    private final TestDatabase db = TestDatabase.create();
    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(db, clock);
    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();
    private List<UUID> letters = List.of();

    @TempDir private Path folder;

    @BeforeEach
    void archiveTwo() throws IOException {
        letters = List.of(fixtures.delivery().insert(), fixtures.delivery().insert());
        db.execute(
                """
                UPDATE delivery
                   SET state = 'failed', reason = 'gone', next_attempt_at = NULL
                """);
        clock.advance(Duration.ofDays(100));
        var archiver =
                new Archiver(
                        () -> ArchiveTargets.open(folder.toString()),
                        false,
                        new Composer("test"),
                        "test",
                        fixtures.ids(),
                        Archiver.Bounds.DEFAULT);
        assertThat(
                        db.database()
                                .maintenance()
                                .<Integer, IOException>inTransaction(
                                        tx -> archiver.archive(tx, letters)))
                .isEqualTo(2);
    }

    @AfterEach
    void drop() {
        db.close();
    }

    @Test
    void listsWhatThereIs() throws IOException {
        Files.createFile(folder.resolve("arc_broken.jsonl.gz"));

        assertThat(run("list")).isZero();

        assertThat(out.toString().lines())
                .hasSize(2)
                .anyMatch(line -> line.matches("arc_\\w{26} .* dead_letters  2 deliveries, .*"))
                .contains("arc_broken.jsonl.gz  unfinished: nothing in it was dropped");
    }

    @Test
    void showsAllOrOne() throws IOException {
        assertThat(run("show", archive())).isZero();
        assertThat(out.toString().lines()).hasSize(2);

        out.getBuffer().setLength(0);
        assertThat(run("show", archive(), IdKind.DELIVERY.format(letters.getLast()))).isZero();
        assertThat(out.toString().lines()).singleElement().asString().contains("\"body\":\"{");
    }

    @Test
    void putsBackWhatIsNotThere() throws IOException {
        db.execute("DELETE FROM delivery WHERE id = ?", letters.getFirst());

        assertThat(run("restore", archive(), "--database=" + url())).isZero();

        assertThat(out.toString()).contains("deliveries restored: 1, already present: 1");
        assertThat(db.number("SELECT count(*) FROM delivery")).isEqualTo(2);
    }

    @Test
    void tellsInASentenceWhatIsWrong() throws IOException {
        assertThat(run("show", "arc_none")).isEqualTo(1);
        assertThat(errors.toString()).isEqualTo("waybill: there is no archive arc_none\n");

        Files.write(folder.resolve(archive() + ".jsonl.gz"), new byte[] {1, 2, 3});
        assertThat(run("show", archive())).isEqualTo(1);
        assertThat(errors.toString()).contains("is corrupt at line 1: ");
    }

    private String url() {
        var url = db.url();
        return url.jdbcUrl()
                .replace(
                        "jdbc:postgresql://",
                        "postgresql://" + url.user() + ":" + url.password() + "@");
    }

    private String archive() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".manifest.json"))
                    .map(name -> name.replace(".manifest.json", ""))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private int run(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.add("--archive=" + folder);
        return new CommandLine(new ArchiveCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(errors, true))
                .execute(all.toArray(String[]::new));
    }
}
