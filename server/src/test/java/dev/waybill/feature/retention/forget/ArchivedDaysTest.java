package dev.waybill.feature.retention.forget;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.Retention;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.feature.retention.archive.ArchiveReader;
import dev.waybill.feature.retention.archive.ArchiveTarget;
import dev.waybill.feature.retention.archive.ArchiveTargets;
import dev.waybill.feature.retention.archive.Archiver;
import dev.waybill.feature.retention.archive.Archiver.Bounds;
import dev.waybill.feature.retention.archive.Manifest;
import dev.waybill.feature.retention.archive.Restorer;
import dev.waybill.feature.retention.forget.Forgetter.Pass;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A dead letter of the first of May that is still open in August is dropped, and is in the
/// archive.
class ArchivedDaysTest {

    private static final Instant MONTH_LATER = Instant.parse("2026-06-01T12:00:00Z");
    private static final Instant MONTHS_LATER = Instant.parse("2026-07-31T12:00:00Z");
    private static final String DATA = "{\"a\": 1.0, \"ü\":\"\\u00e9\\\"\" }";

    private final TestDatabase db = FirstOfMay.database();
    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(db, clock);

    @TempDir private Path folder;

    @AfterEach
    void drop() {
        db.close();
    }

    @Test
    void aLetterWhoseTimeIsOverIsArchivedByteForByte() throws Exception {
        var id = letter();
        pass(MONTH_LATER, false);
        assertThat(archives()).isEmpty();
        var before = rows();

        pass(MONTHS_LATER, false);

        assertThat(ids()).isEmpty();
        var line = lines(archives().getFirst()).getFirst();
        assertThat(before).containsExactly(line.get("delivery").get("id").stringValue());
        assertThat(line.get("event").get("data").stringValue()).isEqualTo(DATA);
        assertThat(line.get("attempts")).hasSize(1);
        assertThat(line.get("dead_letter_notes").get(0).get("note").stringValue())
                .isEqualTo("still missing");
        var request = line.get("request");
        assertThat(request.get("url").stringValue()).isEqualTo("https://example.com");
        assertThat(request.get("body").stringValue()).endsWith(",\"data\":" + DATA + "}");
        assertThat(request.get("headers").get("webhook-signature").stringValue()).isEqualTo("v1,x");
        assertThat(request.get("headers").get("waybill-delivery").stringValue())
                .isEqualTo(dev.waybill.domain.IdKind.DELIVERY.format(id));
    }

    @Test
    void whatWasArchivedCanBePutBackAndIsOpenAgain() throws Exception {
        var id = letter();
        var before = db.rows("SELECT encode(data, 'hex'), type, feed_place FROM event");
        pass(MONTH_LATER, false);
        pass(MONTHS_LATER, false);
        assertThat(ids()).isEmpty();

        long counted = db.number("SELECT count(*) FROM stat_end");
        assertThat(restore()).isEqualTo(1);
        assertThat(restore()).isZero();
        assertThat(db.number("SELECT count(*) FROM stat_end")).isEqualTo(counted);

        assertThat(ids()).containsExactly(id);
        assertThat(db.rows("SELECT encode(data, 'hex'), type, feed_place FROM event"))
                .isEqualTo(before);
        assertThat(db.number("SELECT count(*) FROM attempt")).isEqualTo(1);
        assertThat(db.rows("SELECT note FROM dead_letter_note")).containsExactly("still missing");
        assertThat(db.rows("SELECT state, reason FROM delivery"))
                .containsExactly("failed exhausted");
        // Its retention restarts.
        pass(MONTHS_LATER.plus(Duration.ofDays(1)), false);
        assertThat(ids()).containsExactly(id);
    }

    @Test
    void anEmptyDatabaseTakesAnArchiveToo() throws Exception {
        letter();
        pass(MONTH_LATER, false);
        pass(MONTHS_LATER, false);

        try (var other = TestDatabase.create();
                var target = ArchiveTargets.open(folder.toString())) {
            var reader = new ArchiveReader(target);
            var manifest = reader.manifest(archives().getFirst()).orElseThrow();
            assertThat(new Restorer(other.database(), reader).restore(manifest)).isEqualTo(1);
            assertThat(other.number("SELECT count(*) FROM event")).isEqualTo(1);
            assertThat(other.number("SELECT count(*) FROM delivery")).isEqualTo(1);
        }
    }

    @Test
    void everythingIsArchivedIfThatIsAsked() throws Exception {
        var delivered = letter();
        db.execute("UPDATE delivery SET state = 'delivered', reason = NULL");
        var dead = letter();
        var waiting = fixtures.delivery().insert();

        pass(MONTH_LATER, true);

        assertThat(ids()).containsExactlyInAnyOrder(dead, waiting);
        assertThat(lines(archives().getFirst()))
                .extracting(line -> line.get("delivery").get("id").stringValue())
                .containsExactly(delivered.toString());
    }

    @Test
    void anArchiveHasABoundAndThereAreAsManyAsNeeded() throws Exception {
        for (int i = 0; i < 5; i++) {
            letter();
        }
        pass(MONTH_LATER, false);

        pass(MONTHS_LATER, archiver(this::opened, false, new Bounds(2, 1 << 20)));

        assertThat(archives()).hasSize(3);
        assertThat(ids()).isEmpty();
    }

    @Test
    void anArchiveHasABoundInBytesToo() throws Exception {
        for (int i = 0; i < 5; i++) {
            letter();
        }
        pass(MONTH_LATER, false);

        // No line has so few bytes, so each is the last of its archive.
        pass(MONTHS_LATER, archiver(this::opened, false, new Bounds(1_000, 10)));

        assertThat(archives()).hasSize(5);
        for (var archive : archives()) {
            assertThat(lines(archive)).hasSize(1);
        }
        assertThat(ids()).isEmpty();
    }

    /// The table is in use all the time.
    @Test
    void aDayIsArchivedOnceHoweverOftenItHasToWait() throws Exception {
        letter();
        db.execute("UPDATE delivery SET state = 'delivered', reason = NULL");
        var reader = db.database().maintenance().open();
        try (reader) {
            // In use from the start: nothing is copied or archived in vain.
            reader.begin();
            reader.createQuery("SELECT count(*) FROM delivery").mapTo(Long.class).one();
            assertThat(pass(MONTH_LATER, true)).isEqualTo(Pass.IN_USE);
            assertThat(archives()).isEmpty();
            assertThat(db.number("SELECT count(*) FROM compaction")).isZero();
            reader.rollback();

            // In use when the partitions are to be exchanged.
            for (int i = 0; i < 3; i++) {
                var archiver =
                        archiver(
                                () -> {
                                    reader.begin();
                                    reader.createQuery("SELECT count(*) FROM delivery")
                                            .mapTo(Long.class)
                                            .one();
                                    return ArchiveTargets.open(folder.toString());
                                },
                                true,
                                Bounds.DEFAULT);
                assertThat(pass(MONTH_LATER, archiver)).isEqualTo(Pass.IN_USE);
                assertThat(ids()).hasSize(1);
                assertThat(archives()).hasSize(1);
            }
            reader.rollback();
        }
        assertThat(pass(MONTH_LATER, true)).isEqualTo(Pass.FORGOT);
        assertThat(ids()).isEmpty();
        assertThat(archives()).hasSize(1);
    }

    /// Complete archives stay: only the archive that failed is written again.
    @Test
    void archivesThatAreFinishedAreNotWrittenAgain() throws Exception {
        for (int i = 0; i < 4; i++) {
            letter();
        }
        db.execute("UPDATE delivery SET state = 'delivered', reason = NULL");
        var failing = new FailingTarget(ArchiveTargets.open(folder.toString()), 5);

        assertThat(pass(MONTH_LATER, archiver(() -> failing, true, new Bounds(1, 1 << 20))))
                .isEqualTo(Pass.NOT_ARCHIVED);
        assertThat(archives()).hasSize(2);
        pass(MONTH_LATER, archiver(this::opened, true, new Bounds(1, 1 << 20)));

        assertThat(archives()).hasSize(4);
        assertThat(ids()).isEmpty();
    }

    @Test
    void aTargetThatIsFullOrAwayStopsTheForgetting() throws Exception {
        letter();
        pass(MONTH_LATER, false);

        for (int puts = 0; puts < 2; puts++) {
            var target = new FailingTarget(ArchiveTargets.open(folder.toString()), puts);
            assertThat(pass(MONTHS_LATER, archiver(() -> target, false, Bounds.DEFAULT)))
                    .isEqualTo(Pass.NOT_ARCHIVED);
            assertThat(ids()).hasSize(1);
        }
        // The lines were written, the manifest was not.
        assertThat(archives()).isEmpty();
        try (var target = ArchiveTargets.open(folder.toString())) {
            assertThat(new ArchiveReader(target).unfinished()).hasSize(1);
        }
        pass(MONTHS_LATER, false);
        assertThat(ids()).isEmpty();
        assertThat(archives()).hasSize(1);
    }

    @Test
    void aCorruptArchiveIsToldWithItsLineAndNotRestored() throws Exception {
        for (int i = 0; i < 3; i++) {
            letter();
        }
        pass(MONTH_LATER, false);
        pass(MONTHS_LATER, false);
        var name = archives().getFirst();
        var file = folder.resolve(name + ".jsonl.gz");
        var good = Files.readAllBytes(file);

        var text = new String(unzipped(good), UTF_8);
        var lines = text.split("\n", -1);
        lines[1] = lines[1].replace("invoice.paid", "invoice.lost");
        Files.write(file, zipped(String.join("\n", lines)));
        assertThatThrownBy(() -> lines(name)).hasMessageContaining("corrupt at line 2: its check");
        assertThatThrownBy(this::restore).hasMessageContaining("corrupt at line 2");
        assertThat(ids()).isEmpty();

        Files.write(file, zipped(text.substring(0, text.indexOf('\n') + 1)));
        assertThatThrownBy(() -> lines(name)).hasMessageContaining("at line 2: it ends before");

        Files.write(file, java.util.Arrays.copyOf(good, good.length / 2));
        assertThatThrownBy(() -> lines(name)).hasMessageMatching(".*corrupt at line [1-3]: .*");

        Files.write(file, zipped(text + "{}\n"));
        assertThatThrownBy(() -> lines(name)).hasMessageContaining("at line 4: it has more lines");

        var flipped = good.clone();
        flipped[9] ^= 1;
        Files.write(file, flipped);
        assertThatThrownBy(() -> lines(name)).hasMessageContaining("SHA-256");

        Files.write(file, good);
        assertThat(lines(name)).hasSize(3);
    }

    private static byte[] unzipped(byte[] bytes) throws IOException {
        try (var in = new java.util.zip.GZIPInputStream(new java.io.ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    private static byte[] zipped(String text) throws IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        try (var out = new java.util.zip.GZIPOutputStream(bytes)) {
            out.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    /// Fails after this many files.
    private static final class FailingTarget implements ArchiveTarget {

        private final ArchiveTarget target;
        private int puts;

        FailingTarget(ArchiveTarget target, int puts) {
            this.target = target;
            this.puts = puts;
        }

        @Override
        public void put(String name, Path file) throws IOException {
            if (puts-- == 0) {
                throw new IOException("no space left on device");
            }
            target.put(name, file);
        }

        @Override
        public List<String> names() throws IOException {
            return target.names();
        }

        @Override
        public InputStream open(String name) throws IOException {
            return target.open(name);
        }

        @Override
        public void close() {
            target.close();
        }
    }

    private Pass pass(Instant now, boolean all) throws Exception {
        return pass(now, archiver(this::opened, all, Bounds.DEFAULT));
    }

    private Pass pass(Instant now, Archiver archiver) throws Exception {
        // As if a day had gone by since the last one.
        db.execute("DELETE FROM retention_state");
        try (var handle = db.database().maintenance().open()) {
            return new Forgetter(db.database(), Retention.DEFAULT, archiver, _ -> {})
                    .runOnce(handle, now);
        }
    }

    private Archiver archiver(Supplier<ArchiveTarget> targets, boolean all, Bounds bounds) {
        return new Archiver(targets, all, new Composer("test"), "test", fixtures.ids(), bounds);
    }

    private ArchiveTarget opened() {
        return ArchiveTargets.open(folder.toString());
    }

    private int restore() throws IOException {
        try (var target = ArchiveTargets.open(folder.toString())) {
            var reader = new ArchiveReader(target);
            var manifest = reader.manifest(archives().getFirst()).orElseThrow();
            return new Restorer(db.database(), reader).restore(manifest);
        }
    }

    private List<String> archives() throws IOException {
        try (var target = ArchiveTargets.open(folder.toString())) {
            return new ArchiveReader(target).names();
        }
    }

    private List<JsonNode> lines(String archive) throws IOException {
        var lines = new ArrayList<JsonNode>();
        try (var target = ArchiveTargets.open(folder.toString())) {
            var reader = new ArchiveReader(target);
            Manifest manifest = reader.manifest(archive).orElseThrow();
            reader.read(manifest, (_, line) -> lines.add(new JsonMapper().readTree(line)));
        }
        return lines;
    }

    private UUID letter() {
        var id = fixtures.delivery().insert();
        db.execute(
                """
                UPDATE delivery
                   SET state = 'failed', reason = 'exhausted', next_attempt_at = NULL,
                       attempts = 1, first_attempt_at = updated_at
                 WHERE id = ?
                """,
                id);
        db.execute(
                """
                INSERT INTO attempt (delivery_id, attempt, id, started_at, duration_ms, outcome,
                    fault, url, signature, response_excerpt)
                VALUES (?, 1, ?, now(), 1, 'failed', 'reset', 'https://example.com', 'v1,x', ?)
                """,
                id,
                fixtures.ids().next(),
                new byte[] {0, -1, 65});
        db.execute(
                "UPDATE event SET data = ? WHERE id = (SELECT event_id FROM delivery WHERE id = ?)",
                DATA.getBytes(UTF_8),
                id);
        db.execute(
                """
                INSERT INTO dead_letter_note (delivery_id, at, actor, kind, note)
                VALUES (?, now(), 'admin', 'reopened', 'still missing')
                """,
                id);
        return id;
    }

    private List<String> rows() {
        return db.rows("SELECT id FROM delivery");
    }

    private List<UUID> ids() {
        return rows().stream().map(UUID::fromString).toList();
    }
}
