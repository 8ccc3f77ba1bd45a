package dev.waybill.feature.retention.forget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.Retention;
import dev.waybill.feature.retention.forget.ForgetPlan.Go;
import dev.waybill.feature.retention.forget.ForgetPlan.Nothing;
import dev.waybill.feature.retention.forget.ForgetPlan.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ForgetPlanTest {

    private static final Retention RETENTION = new Retention(30, 30, 30, 90, 0);
    private static final LocalDate TODAY = LocalDate.parse("2026-06-15");
    private static final Instant NOON = Instant.parse("2026-06-15T12:00:00Z");

    /// The day thirty days ago is not over before its last moment is thirty days old.
    private static final LocalDate FIRST_TO_STAY = TODAY.minusDays(30);

    @Test
    void aDayStaysUntilAllOfItIsOldEnough() {
        assertThat(plan(from(FIRST_TO_STAY), from(FIRST_TO_STAY), from(FIRST_TO_STAY)))
                .isEqualTo(new Nothing());
    }

    @Test
    void theOldestDayGoesFirst() {
        var oldest = FIRST_TO_STAY.minusDays(2);

        assertThat(plan(from(oldest), from(oldest), from(oldest)))
                .isEqualTo(new Go(oldest.plusDays(1), oldest.plusDays(1), oldest.plusDays(1), 2));
    }

    @Test
    void anEventsDayNeverGoesBeforeThoseOfItsDeliveries() {
        var older = FIRST_TO_STAY.minusDays(2);
        var old = FIRST_TO_STAY.minusDays(1);

        assertThat(plan(from(older), from(older), from(old)))
                .isEqualTo(new Go(older.plusDays(1), older.plusDays(1), null, 2));
        assertThat(plan(from(old), from(older), from(old)))
                .isEqualTo(new Go(FIRST_TO_STAY, older.plusDays(1), FIRST_TO_STAY, 2));
        assertThat(plan(from(FIRST_TO_STAY), from(FIRST_TO_STAY), from(old)))
                .isEqualTo(new Go(null, null, FIRST_TO_STAY, 1));
    }

    @Test
    void eventsMayStayLonger() {
        var old = FIRST_TO_STAY.minusDays(1);

        assertThat(
                        plan(
                                from(old),
                                from(old),
                                from(old),
                                new Retention(60, 30, 30, 90, 0),
                                NOON,
                                null))
                .isEqualTo(new Go(FIRST_TO_STAY, FIRST_TO_STAY, null, 1));
    }

    @Test
    void attemptsMayGoSooner() {
        var old = TODAY.minusDays(8);

        assertThat(
                        plan(
                                from(old),
                                from(old),
                                from(old),
                                new Retention(30, 30, 7, 90, 0),
                                NOON,
                                null))
                .isEqualTo(new Go(null, TODAY.minusDays(7), null, 1));
    }

    @Test
    void manyOverdueDaysGoSlowly() {
        var oldest = FIRST_TO_STAY.minusDays(300);
        var all = from(oldest);

        assertThat(plan(all, all, all, RETENTION, NOON, null))
                .isEqualTo(new Go(oldest.plusDays(1), oldest.plusDays(1), oldest.plusDays(1), 300))
                .matches(plan -> plan instanceof Go go && go.isOverdue());
        assertThat(plan(all, all, all, RETENTION, NOON, NOON.minus(Duration.ofMinutes(59))))
                .isEqualTo(new Wait(300));
        assertThat(plan(all, all, all, RETENTION, NOON, NOON.minus(Duration.ofHours(1))))
                .isInstanceOf(Go.class);
    }

    private static ForgetPlan plan(
            NavigableSet<LocalDate> deliveries,
            NavigableSet<LocalDate> attempts,
            NavigableSet<LocalDate> events) {
        return plan(deliveries, attempts, events, RETENTION, NOON, NOON);
    }

    private static ForgetPlan plan(
            NavigableSet<LocalDate> deliveries,
            NavigableSet<LocalDate> attempts,
            NavigableSet<LocalDate> events,
            Retention retention,
            Instant now,
            @Nullable Instant lastForgottenAt) {
        var days = new EnumMap<DayTable, NavigableSet<LocalDate>>(DayTable.class);
        days.put(DayTable.DELIVERY, deliveries);
        days.put(DayTable.ATTEMPT, attempts);
        days.put(DayTable.DEAD_LETTER_NOTE, new TreeSet<>());
        days.put(DayTable.EVENT, events);
        return ForgetPlan.of(days, retention, now, lastForgottenAt);
    }

    private static NavigableSet<LocalDate> from(LocalDate first) {
        return first.datesUntil(TODAY.plusDays(8)).collect(Collectors.toCollection(TreeSet::new));
    }
}
