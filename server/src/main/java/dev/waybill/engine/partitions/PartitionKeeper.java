package dev.waybill.engine.partitions;

import dev.waybill.domain.event.Ids;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates the daily partitions ahead of time. There is no default partition: an insert for a day
/// without a partition must fail.
public final class PartitionKeeper {

    /// A week in which this job may fail before anything else does.
    static final int DAYS_AHEAD = 7;

    public static final Duration PERIOD = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(PartitionKeeper.class);

    /// A partitioned table, and the percentage of a page that inserts fill. A delivery is inserted
    /// once and settled once, so the second half of a page is for second versions.
    private record Table(String name, int fillFactor) {}

    private static final List<Table> TABLES =
            List.of(
                    new Table("event", 100),
                    new Table("delivery", 50),
                    new Table("attempt", 100),
                    new Table("dead_letter_note", 100));

    /// The rows of one table and one day.
    private record Partition(Table table, LocalDate day) {
        String name() {
            return table.name + "_" + date();
        }

        private String date() {
            return day.format(DateTimeFormatter.BASIC_ISO_DATE);
        }

        /// Whether a partition of kept rows covers the day. This happens if the clock is set back
        /// after the day was dropped. The name of such a partition ends with the day after it.
        boolean isDropped(Set<String> existing) {
            var kept = table.name + "_kept_";
            return existing.stream()
                    .filter(name -> name.startsWith(kept))
                    .anyMatch(name -> date().compareTo(name.substring(kept.length())) < 0);
        }
    }

    // By the tables that the names resolve to: another schema may have tables of the same names.
    private static final String EXISTING =
            """
            SELECT child.relname
              FROM pg_inherits
              JOIN pg_class child ON child.oid = inhrelid
             WHERE inhparent IN (
                       'event'::regclass, 'delivery'::regclass, 'attempt'::regclass,
                       'dead_letter_note'::regclass)
               AND child.relkind = 'r'
            """;

    private final Database database;
    private final InstantSource clock;

    public PartitionKeeper(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /// The tables that captures need after the next midnight.
    public static List<String> tablesOfTomorrow(Instant now) {
        var tomorrow = LocalDate.ofInstant(now, ZoneOffset.UTC).plusDays(1);
        return TABLES.stream().map(table -> new Partition(table, tomorrow).name()).toList();
    }

    /// Returns how many partitions it created.
    public int runOnce() {
        var today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        // Yesterday too: a clock may be set back over midnight.
        var days = today.minusDays(1).datesUntil(today.plusDays(DAYS_AHEAD + 1)).toList();
        if (database.interactive().withHandle(handle -> missing(handle, days)).isEmpty()) {
            return 0;
        }
        int made = database.interactive().inTransaction(tx -> makeMissing(tx, days));
        LOG.info("partitions created, count={}", made);
        return made;
    }

    private static int makeMissing(Handle tx, List<LocalDate> days) {
        // One process at a time; the others then find nothing to do.
        tx.execute("SELECT pg_advisory_xact_lock(hashtext('partitions'))");
        // Captures queue behind a transaction that waits for a table lock.
        tx.execute("SET LOCAL lock_timeout = '5s'");
        var missing = missing(tx, days);
        missing.forEach(partition -> create(tx, partition));
        return missing.size();
    }

    private static List<Partition> missing(Handle handle, List<LocalDate> days) {
        var existing = Set.copyOf(handle.createQuery(EXISTING).mapTo(String.class).list());
        return TABLES.stream()
                .flatMap(table -> days.stream().map(day -> new Partition(table, day)))
                .filter(partition -> !existing.contains(partition.name()))
                .filter(partition -> !partition.isDropped(existing))
                .toList();
    }

    /// Created separately and attached, because ATTACH takes a lock that does not block captures;
    /// CREATE … PARTITION OF would block them all. The names come from the list above and the
    /// calendar.
    private static void create(Handle tx, Partition partition) {
        var table = partition.table;
        tx.execute(
                """
                CREATE TABLE %s (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
                  WITH (fillfactor = %d)
                """
                        .formatted(partition.name(), table.name, table.fillFactor));
        tx.execute(
                """
                ALTER TABLE %s
                ATTACH PARTITION %s FOR VALUES FROM ('%s') TO ('%s')
                """
                        .formatted(
                                table.name,
                                partition.name(),
                                firstId(partition.day),
                                firstId(partition.day.plusDays(1))));
    }

    private static UUID firstId(LocalDate day) {
        return Ids.lowestAt(day.atStartOfDay(ZoneOffset.UTC).toInstant());
    }
}
