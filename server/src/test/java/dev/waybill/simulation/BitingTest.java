package dev.waybill.simulation;

import static dev.waybill.simulation.Violation.Invariant.ATTEMPTS_HAVE_A_MAXIMUM;
import static dev.waybill.simulation.Violation.Invariant.I12_IDEMPOTENT_PUBLISH;
import static dev.waybill.simulation.Violation.Invariant.I13_THE_BOOKS_BALANCE;
import static dev.waybill.simulation.Violation.Invariant.I1_NOTHING_ACKNOWLEDGED_IS_LOST;
import static dev.waybill.simulation.Violation.Invariant.I2_NOTHING_STAYS_STUCK;
import static dev.waybill.simulation.Violation.Invariant.I3_REPEATS_HAVE_A_CAUSE;
import static dev.waybill.simulation.Violation.Invariant.I4_NO_DELIVERY_WITHOUT_ITS_EVENT;
import static dev.waybill.simulation.Violation.Invariant.I5_ORDER_PER_KEY;
import static dev.waybill.simulation.Violation.Invariant.I6_NO_ATTEMPT_AFTER_THE_END;
import static dev.waybill.simulation.Violation.Invariant.I7_A_LOST_LEASE_WRITES_NOTHING;
import static dev.waybill.simulation.Violation.Invariant.I8_NEIGHBOURS_ARE_NOT_SLOWED;
import static dev.waybill.simulation.Violation.Invariant.NOTHING_OPEN_IS_FORGOTTEN;
import static dev.waybill.simulation.Violation.Invariant.OLD_DAYS_GO;
import static dev.waybill.simulation.Violation.Invariant.ONE_HOLDER_AT_A_TIME;
import static dev.waybill.simulation.Violation.Invariant.WHAT_GOES_IS_ARCHIVED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.waybill.engine.dispatch.Shares;
import dev.waybill.simulation.Neighbours.Scarce;
import dev.waybill.simulation.Violation.Invariant;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Each invariant is shown to bite: with one deliberate bug in a production statement, some history
/// must report it.
class BitingTest {

    /// More than any of these bugs can hide in.
    private static final int HISTORIES_MAX = 200;

    private static final Histories PLAYED = new Histories();

    @AfterAll
    static void close() {
        PLAYED.close();
    }

    static Stream<Arguments> bugs() {
        return Stream.of(
                bug(
                        I1_NOTHING_ACKNOWLEDGED_IS_LOST,
                        "a capture that does not look whether its routes are current",
                        "WHERE mark = ?",
                        "WHERE mark = ? OR true"),
                bug(
                        I1_NOTHING_ACKNOWLEDGED_IS_LOST,
                        "a refresh that takes the same number for the same history",
                        "AND known.mark = ?",
                        "AND (known.mark = ? OR true)"),
                bug(
                        I2_NOTHING_STAYS_STUCK,
                        "a rescue that finds no leases of the dead",
                        "OR process.alive_until < clock_timestamp()",
                        "AND false"),
                bug(
                        I3_REPEATS_HAVE_A_CAUSE,
                        "a settlement that takes a success for a failure to be tried again",
                        "SET state = result.state, reason = result.reason,"
                                + " next_attempt_at = result.next_attempt_at,",
                        "SET state = CASE result.state WHEN 'delivered' THEN"
                                + " 'pending' ELSE result.state END, reason = result.reason,"
                                + " next_attempt_at = CASE result.state WHEN 'delivered' THEN"
                                + " delivery.updated_at ELSE result.next_attempt_at END,"),
                bug(
                        I4_NO_DELIVERY_WITHOUT_ITS_EVENT,
                        "a capture that forgets to store some events",
                        "created_at, expires_at, expires_by, ordering_key, sequence, traceparent)"
                                + " ), strict AS (",
                        "created_at, expires_at, expires_by, ordering_key, sequence, traceparent)"
                                + " WHERE e.type <> 'user.made'), strict AS ("),
                bug(
                        I5_ORDER_PER_KEY,
                        "a claim of heads that takes the last in place of the first",
                        "ORDER BY lane_sequence LIMIT 1) first",
                        "ORDER BY lane_sequence DESC LIMIT 1) first"),
                bug(
                        I6_NO_ATTEMPT_AFTER_THE_END,
                        "claims that forget the expiry",
                        "attempts_max, first_attempt_at, give_up_at, expires_at,"
                                + " lane, lane_sequence, replayed FROM claimed",
                        "attempts_max, first_attempt_at, give_up_at,"
                                + " NULL::timestamptz AS expires_at, lane, lane_sequence,"
                                + " replayed FROM claimed"),
                bug(
                        103,
                        I7_A_LOST_LEASE_WRITES_NOTHING,
                        "a settlement without a fence",
                        "AND delivery.lease = result.lease AND delivery.state = 'in_flight'",
                        ""),
                withoutReserve(Scarce.PERMITS),
                withoutReserve(Scarce.PLACES),
                withoutReserve(Scarce.BYTES),
                arguments(
                        I8_NEIGHBOURS_ARE_NOT_SLOWED,
                        "a scan for what is due that sees only the first delivery",
                        new Mutation(
                                "ORDER BY next_attempt_at LIMIT ?) fallen",
                                "ORDER BY next_attempt_at LIMIT LEAST(?, 1)) fallen"),
                        Neighbours.firstSeed(Scarce.PLACES),
                        Neighbours.ONE_IN),
                bug(
                        I12_IDEMPOTENT_PUBLISH,
                        "keys that the latest takes from the first",
                        "ON CONFLICT DO NOTHING RETURNING app_id, mode, kind, key, ordinal",
                        "ON CONFLICT (app_id, mode, kind, key, ordinal) DO UPDATE SET"
                                + " event_id = EXCLUDED.event_id RETURNING app_id, mode, kind,"
                                + " key, ordinal"),
                bug(
                        I13_THE_BOOKS_BALANCE,
                        "attempts that are not recorded",
                        "WHERE attempt_id IS NOT NULL",
                        "WHERE attempt_id IS NOT NULL AND status BETWEEN 200 AND 299"),
                bug(
                        55,
                        ATTEMPTS_HAVE_A_MAXIMUM,
                        "claims that give every delivery the longest policy",
                        "closing, retry_policy, attempts_max, first_attempt_at",
                        "closing, 'live' AS retry_policy, attempts_max, first_attempt_at"),
                bug(
                        ONE_HOLDER_AT_A_TIME,
                        "a rescue that robs the living",
                        "OR process.alive_until < clock_timestamp()",
                        "OR process.alive_until < clock_timestamp() + interval '59 s'"),
                forgetting(
                        NOTHING_OPEN_IS_FORGOTTEN,
                        "a day that goes with what waits in it",
                        "OR next_attempt_at IS NOT NULL OR lane IS NOT NULL)",
                        ")"),
                forgetting(
                        I13_THE_BOOKS_BALANCE,
                        "changes that are not noted while their day is copied",
                        "AFTER INSERT OR UPDATE ON delivery_",
                        "AFTER INSERT ON delivery_"),
                forgetting(
                        I4_NO_DELIVERY_WITHOUT_ITS_EVENT,
                        "a day of events that goes before what points to it",
                        "SELECT DISTINCT event_id FROM delivery WHERE",
                        "SELECT DISTINCT event_id FROM delivery WHERE attempts > 1 AND"),
                forgetting(
                        WHAT_GOES_IS_ARCHIVED,
                        "an archive without what was delivered",
                        "WHERE kept.id = delivery.id)",
                        "WHERE kept.id = delivery.id) AND state <> 'delivered'"),
                forgetting(
                        OLD_DAYS_GO,
                        "a day that has gone and is taken for one under way",
                        "DELETE FROM compaction WHERE table_name = ?",
                        "DELETE FROM compaction WHERE table_name = ? AND false"));
    }

    private static Arguments forgetting(Invariant breaks, String what, String from, String to) {
        return arguments(
                breaks, what, new Mutation(from, to), (long) Forgetting.ONE_IN, Forgetting.ONE_IN);
    }

    private static Arguments withoutReserve(Scarce scarce) {
        return arguments(
                I8_NEIGHBOURS_ARE_NOT_SLOWED,
                "all " + scarce + " for those who come first",
                Mutation.sharing(new Shares(100, 100, 100, 100, 0)),
                Neighbours.firstSeed(scarce),
                Neighbours.ONE_IN * Scarce.values().length);
    }

    private static Arguments bug(Invariant breaks, String what, String from, String to) {
        return bug(1, breaks, what, from, to);
    }

    /// A bug that shows rarely.
    ///
    /// @param firstSeed a history shortly before one in which it does
    private static Arguments bug(
            long firstSeed, Invariant breaks, String what, String from, String to) {
        return arguments(breaks, what, new Mutation(from, to), firstSeed, 1);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("bugs")
    void isReported(
            Invariant breaks, String what, Mutation mutation, long firstSeed, int seedsApart)
            throws SQLException {
        Set<Invariant> seen = EnumSet.noneOf(Invariant.class);

        for (long i = 0; i < HISTORIES_MAX && !seen.contains(breaks); i++) {
            PLAYED.play(firstSeed + i * seedsApart, mutation)
                    .violations()
                    .forEach(found -> seen.add(found.of()));
        }

        assertThat(mutation.applied()).as("a statement to break: " + what).isTrue();
        assertThat(seen).as(what).contains(breaks);
    }
}
