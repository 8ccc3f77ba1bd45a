package dev.waybill.feature.retention.forget;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/// The partitions of a table.
///
/// @param kept oldest first
record Partitions(DayTable table, List<Kept> kept, NavigableSet<LocalDate> days) {

    /// Copying this many rows costs little, so kept partitions up to this size absorb the kept rows
    /// of each day, and there is usually one.
    static final long SMALL = 20_000;

    /// A larger one is merged with the next when that has grown to about its size. So a row is
    /// copied as often as the number of rows doubles, not every night, and there are few
    /// partitions.
    private static final double SIMILAR = 1.5;

    /// A kept partition.
    ///
    /// @param until the day that follows it
    /// @param rows the database's estimate
    record Kept(String name, LocalDate until, long rows) {}

    Partitions {
        kept = List.copyOf(kept);
    }

    /// The end of the kept partitions and the beginning of the days.
    UUID keptUntil() {
        return kept.isEmpty() ? Compaction.BEGINNING : DayTable.firstId(kept.getLast().until());
    }

    /// Merges the kept rows of these days, and the small kept partitions before them, into one kept
    /// partition.
    Compaction compactionUntil(LocalDate until) {
        int first = kept.size();
        long rows = 0;
        while (first > 0 && rows + kept.get(first - 1).rows() <= SMALL) {
            first--;
            rows += kept.get(first).rows();
        }
        var sources = names(first);
        days.headSet(until).forEach(day -> sources.add(dayName(day)));
        return Compaction.of(table, sources, from(first), DayTable.firstId(until));
    }

    /// Whether all of these partitions still exist.
    boolean contains(List<String> names) {
        return names.stream()
                .allMatch(name ->
                        kept.stream().anyMatch(one -> one.name().equals(name))
                                || table.dayOf(name).filter(days::contains).isPresent());
    }

    /// Whether the last two kept partitions should be one.
    boolean wantMerge() {
        int last = kept.size() - 1;
        return last > 0 && kept.get(last - 1).rows() <= kept.get(last).rows() * SIMILAR;
    }

    Compaction merge() {
        int first = kept.size() - 2;
        return Compaction.of(table, names(first), from(first), keptUntil());
    }

    private List<String> names(int first) {
        return kept.subList(first, kept.size()).stream()
                .map(Kept::name)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private UUID from(int first) {
        return first == 0 ? Compaction.BEGINNING : DayTable.firstId(kept.get(first - 1).until());
    }

    private String dayName(LocalDate day) {
        return table.code() + "_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
    }

    static Partitions of(DayTable table, List<Kept> kept, List<LocalDate> days) {
        return new Partitions(table, kept, new TreeSet<>(days));
    }
}
