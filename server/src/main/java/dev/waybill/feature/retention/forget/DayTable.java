package dev.waybill.feature.retention.forget;

import dev.waybill.domain.event.Ids;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// A table whose partitions are days, in the order in which they are dropped: attempts and notes
/// belong to deliveries, and an event outlives every delivery that points to it.
///
/// Rows that outlive their day are in separate partitions, the kept ones. Their names contain the
/// day that follows them: `delivery_kept_20260502` ends where `delivery_20260502` begins.
enum DayTable {
    DELIVERY("id", 50),
    ATTEMPT("delivery_id", 100),
    DEAD_LETTER_NOTE("delivery_id", 100),
    EVENT("id", 100);

    private final String key;
    private final int fillFactor;

    DayTable(String key, int fillFactor) {
        this.key = key;
        this.fillFactor = fillFactor;
    }

    /// The name in SQL.
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The column whose ids are time.
    String key() {
        return key;
    }

    int fillFactor() {
        return fillFactor;
    }

    /// The partition of rows kept of the days before this one.
    String kept(LocalDate until) {
        return code() + "_kept_" + until.format(DateTimeFormatter.BASIC_ISO_DATE);
    }

    /// The day of one of its partitions; empty for any other table.
    Optional<LocalDate> dayOf(String partition) {
        return day(partition, code() + "_");
    }

    /// The day that follows a kept partition; empty for any other table.
    Optional<LocalDate> keptUntil(String partition) {
        return day(partition, code() + "_kept_");
    }

    private static Optional<LocalDate> day(String partition, String prefix) {
        return partition.matches(prefix + "[0-9]{8}")
                ? Optional.of(
                        LocalDate.parse(
                                partition.substring(prefix.length()),
                                DateTimeFormatter.BASIC_ISO_DATE))
                : Optional.empty();
    }

    static UUID firstId(LocalDate day) {
        return Ids.lowestAt(day.atStartOfDay(ZoneOffset.UTC).toInstant());
    }
}
