package dev.waybill.feature.retention.forget;

import dev.waybill.domain.event.Ids;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/// Adjacent partitions of a table that are being replaced by one with only the kept rows.
///
/// @param sources the partitions that are replaced
/// @param from the first id they cover, [#BEGINNING] for all before
/// @param until the first id after them
/// @param position the last id that the phase has dealt with
record Compaction(
        DayTable table, List<String> sources, UUID from, UUID until, Phase phase, UUID position) {

    /// Before every id.
    static final UUID BEGINNING = new UUID(0, 0);

    enum Phase {
        /// Kept rows are copied; changes are noted.
        COPYING,
        /// Rows that are not kept are archived.
        ARCHIVING,
        /// The partitions are to be exchanged.
        READY;

        String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Compaction {
        sources = List.copyOf(sources);
    }

    static Compaction of(DayTable table, List<String> sources, UUID from, UUID until) {
        return new Compaction(table, sources, from, until, Phase.COPYING, BEGINNING);
    }

    Compaction at(Phase next, UUID id) {
        return new Compaction(table, sources, from, until, next, id);
    }

    /// The partition that takes their place.
    String target() {
        return table.kept(LocalDate.ofInstant(Ids.timeOf(until), ZoneOffset.UTC));
    }

    /// Its name until then.
    String next() {
        return target() + "_next";
    }
}
