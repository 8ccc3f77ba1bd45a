package dev.waybill.feature.deadletters;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeadLetterGroupsTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Scope ALL = new Scope(null, Mode.LIVE);
    private static final Scope DEFAULT_APP = new Scope(Apps.DEFAULT, Mode.LIVE);
    private static final DeadLetterFilter ANY =
            new DeadLetterFilter(Audience.OPERATORS, null, null, null, null, null, null);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final DeadLetterGroups groups = new DeadLetterGroups(DB.database());
    private Endpoint endpoint = fixtures.endpoint();

    @BeforeEach
    void start() {
        DB.clear();
        endpoint = fixtures.endpoint();
    }

    @AfterAll
    static void close() {
        DB.close();
    }

    @Test
    void lettersAreGroupedByEndpointAndCauseTheLargestGroupFirst() {
        var first = letter(endpoint, "500");
        var other = letter(endpoint, "timeout");
        clock.advance(Duration.ofMinutes(1));
        var last = letter(endpoint, "500");
        var unattempted = fixtures.delivery().to(endpoint).failed("endpoint_disabled").insert();
        fixtures.delivery().to(endpoint).insert();

        var found = groups.page(ALL, ANY, 0, 10);

        assertThat(found.countedAll()).isTrue();
        assertThat(found.groups())
                .containsExactlyInAnyOrder(
                        new DeadLetterGroup(
                                endpoint.id(),
                                Reason.EXHAUSTED,
                                new Cause.Status(500),
                                2,
                                first,
                                last),
                        new DeadLetterGroup(
                                endpoint.id(),
                                Reason.EXHAUSTED,
                                Cause.Kind.TIMEOUT,
                                1,
                                other,
                                other),
                        new DeadLetterGroup(
                                endpoint.id(),
                                Reason.ENDPOINT_DISABLED,
                                Cause.Kind.UNATTEMPTED,
                                1,
                                unattempted,
                                unattempted));
        assertThat(found.groups().getFirst().count()).isEqualTo(2);
        assertThat(found.groups().getFirst().firstAt()).isEqualTo(NOON);
        assertThat(found.groups().getFirst().lastAt()).isEqualTo(NOON.plusSeconds(60));
        assertThat(groups.page(DEFAULT_APP, ANY, 0, 10)).isEqualTo(found);
        assertThat(groups.page(ALL, ANY, 1, 10).groups()).isEqualTo(found.groups().subList(1, 3));
    }

    @Test
    void whatIsSettledOrOfAnotherAppOrModeIsNotThere() {
        var closed = letter(endpoint, "500");
        DB.execute("UPDATE delivery SET dead_letter_resolved_at = ? WHERE id = ?", NOON, closed);
        letter(endpoint, "500");
        var stranger = new Scope(fixtures.ids().next(), Mode.LIVE);

        assertThat(counts(groups.page(ALL, ANY, 0, 10))).containsExactly(1L);
        assertThat(counts(groups.page(stranger, ANY, 0, 10))).isEmpty();
        assertThat(counts(groups.page(stranger, of(endpoint, null, null), 0, 10))).isEmpty();
        assertThat(counts(groups.page(new Scope(null, Mode.TEST), ANY, 0, 10))).isEmpty();
    }

    @Test
    void filtersNarrow() {
        var elsewhere = fixtures.endpoint();
        letter(endpoint, "500");
        letter(endpoint, "404");
        letter(elsewhere, "500");

        assertThat(counts(groups.page(ALL, of(endpoint, null, null), 0, 10))).hasSize(2);
        assertThat(counts(groups.page(ALL, of(null, Reason.GONE, null), 0, 10))).isEmpty();
        assertThat(counts(groups.page(ALL, of(null, null, "500"), 0, 10))).hasSize(2);
        assertThat(counts(groups.page(DEFAULT_APP, of(endpoint, Reason.EXHAUSTED, "404"), 0, 10)))
                .containsExactly(1L);
        var type =
                new DeadLetterFilter(Audience.OPERATORS, null, null, null, "no.such", null, null);
        assertThat(counts(groups.page(ALL, type, 0, 10))).isEmpty();
        var before = new DeadLetterFilter(Audience.OPERATORS, null, null, null, null, null, NOON);
        assertThat(counts(groups.page(ALL, before, 0, 10))).isEmpty();
        var since =
                new DeadLetterFilter(
                        Audience.OPERATORS, null, null, null, null, NOON, NOON.plusSeconds(1));
        assertThat(counts(groups.page(ALL, since, 0, 10))).hasSize(3);
    }

    @Test
    void moreThanAreCountedIsSaidSo() {
        for (int i = 0; i < 3; i++) {
            letter(endpoint, "500");
        }

        var some = new DeadLetterGroups(DB.database(), 2).page(ALL, ANY, 0, 10);
        var all = new DeadLetterGroups(DB.database(), 4).page(ALL, ANY, 0, 10);

        assertThat(some.countedAll()).isFalse();
        assertThat(counts(some)).containsExactly(2L);
        assertThat(all.countedAll()).isTrue();
    }

    private UUID letter(Endpoint to, String cause) {
        return fixtures.delivery().to(to).attempted(1).failed("exhausted").cause(cause).insert();
    }

    private static DeadLetterFilter of(
            @Nullable Endpoint endpoint, @Nullable Reason reason, @Nullable String cause) {
        return new DeadLetterFilter(
                Audience.OPERATORS,
                endpoint == null ? null : endpoint.id(),
                reason,
                DeliveryFilter.cause(cause),
                null,
                null,
                null);
    }

    private static List<Long> counts(DeadLetterGroups.Groups found) {
        return found.groups().stream().map(DeadLetterGroup::count).toList();
    }
}
