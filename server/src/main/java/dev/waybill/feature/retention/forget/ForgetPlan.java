package dev.waybill.feature.retention.forget;

import static java.util.Objects.requireNonNull;

import dev.waybill.domain.Retention;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Decides which day is dropped next: one at a time, the oldest first.
sealed interface ForgetPlan {

    /// More overdue days than after a weekend mean a wrong clock, a long downtime, or a shortened
    /// retention. Days are then dropped slowly, so that an operator can notice.
    int OVERDUE_MAX = 3;

    Duration OVERDUE_PAUSE = Duration.ofHours(1);

    /// All days are within retention.
    record Nothing() implements ForgetPlan {}

    /// Too many days are overdue, and one was dropped recently.
    record Wait(int overdueDays) implements ForgetPlan {}

    /// Everything before these days is dropped.
    ///
    /// @param deliveriesUntil null if no day of deliveries is over
    /// @param attemptsUntil null if no day of attempts is over
    /// @param eventsUntil null if no day of events is over
    record Go(
            @Nullable LocalDate deliveriesUntil,
            @Nullable LocalDate attemptsUntil,
            @Nullable LocalDate eventsUntil,
            int overdueDays)
            implements ForgetPlan {

        boolean isOverdue() {
            return overdueDays > OVERDUE_MAX;
        }
    }

    /// Decides.
    ///
    /// @param lastForgottenAt null if nothing was ever forgotten
    static ForgetPlan of(
            Map<DayTable, NavigableSet<LocalDate>> days,
            Retention retention,
            Instant now,
            @Nullable Instant lastForgottenAt) {
        var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        var deliveriesBefore = today.minusDays(retention.deliveries());
        var attemptsBefore = today.minusDays(retention.attempts());
        var eventsBefore = today.minusDays(retention.events());
        var delivery = oldest(days, deliveriesBefore, DayTable.DELIVERY, DayTable.DEAD_LETTER_NOTE);
        var attempt = oldest(days, attemptsBefore, DayTable.ATTEMPT);
        var event = oldest(days, eventsBefore, DayTable.EVENT);
        if (delivery.isEmpty() && attempt.isEmpty() && event.isEmpty()) {
            return new Nothing();
        }
        int overdueDays =
                (int)
                        Math.max(
                                between(delivery, deliveriesBefore),
                                Math.max(
                                        between(attempt, attemptsBefore),
                                        between(event, eventsBefore)));
        boolean lately =
                lastForgottenAt != null && now.isBefore(lastForgottenAt.plus(OVERDUE_PAUSE));
        if (overdueDays > OVERDUE_MAX && lately) {
            return new Wait(overdueDays);
        }
        // A day of events is never dropped before those of its deliveries.
        var eventGoes = event.filter(day -> delivery.isEmpty() || !day.isAfter(delivery.get()));
        return new Go(until(delivery), until(attempt), until(eventGoes), overdueDays);
    }

    private static Optional<LocalDate> oldest(
            Map<DayTable, NavigableSet<LocalDate>> days, LocalDate before, DayTable... tables) {
        return Stream.of(tables)
                .flatMap(table -> requireNonNull(days.get(table)).stream())
                .filter(day -> day.isBefore(before))
                .min(LocalDate::compareTo);
    }

    private static long between(Optional<LocalDate> oldest, LocalDate before) {
        return oldest.map(day -> ChronoUnit.DAYS.between(day, before)).orElse(0L);
    }

    private static @Nullable LocalDate until(Optional<LocalDate> oldest) {
        return oldest.map(day -> day.plusDays(1)).orElse(null);
    }
}
