package dev.waybill.forget;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/// A table whose partitions are days, in the order in which they are forgotten: attempts and notes
/// belong to deliveries, and an event outlives every delivery that points to it.
enum DayTable {
    DELIVERY("id", 50),
    ATTEMPT("delivery_id", 100),
    LETTER_NOTE("delivery_id", 100),
    EVENT("id", 100);

    private final String key;
    private final int fillFactor;

    DayTable(String key, int fillFactor) {
        this.key = key;
        this.fillFactor = fillFactor;
    }

    /// How it is called in SQL.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The column whose ids are time.
    String key() {
        return key;
    }

    int fillFactor() {
        return fillFactor;
    }

    /// The partition of everything that outlived its day.
    String kept() {
        return word() + "_kept";
    }

    /// The day of one of its partitions; empty for any other table.
    Optional<LocalDate> dayOf(String partition) {
        return partition.matches(word() + "_[0-9]{8}")
                ? Optional.of(
                        LocalDate.parse(
                                partition.substring(word().length() + 1),
                                DateTimeFormatter.BASIC_ISO_DATE))
                : Optional.empty();
    }
}
