package dev.waybill.simulation;

import static dev.waybill.simulation.Violation.Invariant.ATTEMPTS_HAVE_A_MAXIMUM;
import static dev.waybill.simulation.Violation.Invariant.I12_IDEMPOTENT_PUBLISH;
import static dev.waybill.simulation.Violation.Invariant.I13_THE_BOOKS_BALANCE;
import static dev.waybill.simulation.Violation.Invariant.I1_NOTHING_ACKNOWLEDGED_IS_LOST;
import static dev.waybill.simulation.Violation.Invariant.I3_REPEATS_HAVE_A_CAUSE;
import static dev.waybill.simulation.Violation.Invariant.I4_NO_DELIVERY_WITHOUT_ITS_EVENT;
import static dev.waybill.simulation.Violation.Invariant.I5_ORDER_PER_KEY;
import static dev.waybill.simulation.Violation.Invariant.I7_A_LOST_LEASE_WRITES_NOTHING;
import static dev.waybill.simulation.Violation.Invariant.NOTHING_LEAVES_THE_LIST_UNSEEN;
import static dev.waybill.simulation.Violation.Invariant.ONE_HOLDER_AT_A_TIME;
import static dev.waybill.simulation.Violation.Invariant.REPLAYS_ADD_UP;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.simulation.Ledger.AttemptRow;
import dev.waybill.simulation.Ledger.DeliveryRow;
import dev.waybill.simulation.Ledger.Entry;
import dev.waybill.simulation.Ledger.EventRow;
import dev.waybill.simulation.Ledger.ReplayRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/// Judges a history that has ended: the requests that receivers saw, the answers that the producer
/// got and the database must agree.
final class Invariants {

    private final World world;
    private final Ledger ledger;
    private final Map<UUID, EventRow> events;
    private final Map<UUID, List<Arrival>> arrivals;
    private final Map<UUID, List<AttemptRow>> attempts;

    Invariants(World world, Ledger ledger) {
        this.world = world;
        this.ledger = ledger;
        this.events = ledger.events().stream().collect(toMap(EventRow::id, Function.identity()));
        this.arrivals = world.arrivals().stream().collect(groupingBy(Arrival::deliveryId));
        this.attempts = ledger.attempts().stream().collect(groupingBy(AttemptRow::deliveryId));
    }

    void check() {
        promisesAreKept();
        for (var id : Producer.doubled(ledger.events())) {
            world.violated(I12_IDEMPOTENT_PUBLISH, id + " is the id of two events");
        }
        for (var delivery : ledger.deliveries()) {
            if (!events.containsKey(delivery.eventId())) {
                world.violated(I4_NO_DELIVERY_WITHOUT_ITS_EVENT, delivery.toString());
            }
            booksBalance(delivery);
            repeatsHaveACause(delivery);
        }
        firstArrivalsAreInOrder();
        leasesAreKept();
        changesFollowEachOther();
        repetitionsSettleTheirLetters();
        ledger.replays().forEach(this::isWhole);
    }

    /// Everything that a replay froze was taken up once, and has come to its end.
    private void isWhole(ReplayRow replay) {
        boolean whole =
                replay.items() == replay.total()
                        && replay.made() == replay.taken()
                        && replay.ended() == replay.taken()
                        && (replay.taken() == replay.total() || replay.state().equals("cancelled"));
        if (!whole) {
            world.violated(REPLAYS_ADD_UP, replay.toString());
        }
    }

    /// A redelivery that was delivered or failed, by any statement, resolves the dead letter that
    /// it repeats.
    private void repetitionsSettleTheirLetters() {
        var byId =
                ledger.deliveries().stream().collect(toMap(DeliveryRow::id, Function.identity()));
        for (var delivery : ledger.deliveries()) {
            var letter = delivery.replayOf() == null ? null : byId.get(delivery.replayOf());
            boolean settles =
                    delivery.state().equals("delivered")
                            || delivery.state().equals("failed")
                            || "deadline".equals(delivery.reason());
            if (letter != null && letter.goneAt() == null && settles && letter.letterOpen()) {
                world.violated(
                        NOTHING_LEAVES_THE_LIST_UNSEEN, letter + " is open beside " + delivery);
            }
        }
    }

    private void promisesAreKept() {
        var reached = new HashMap<UUID, List<UUID>>();
        for (var delivery : firstDeliveries()) {
            reached.computeIfAbsent(delivery.eventId(), _ -> new ArrayList<>())
                    .add(delivery.endpointId());
        }
        for (var promise : world.producer().promises()) {
            var got = reached.getOrDefault(promise.eventId(), List.of());
            boolean stored = events.containsKey(promise.eventId());
            if (!stored
                    || got.size() != promise.endpoints().size()
                    || !promise.endpoints().equals(Set.copyOf(got))) {
                world.violated(
                        I1_NOTHING_ACKNOWLEDGED_IS_LOST,
                        promise + " has deliveries to " + got + ", stored: " + stored);
            }
        }
    }

    /// Without those made again by request.
    private List<DeliveryRow> firstDeliveries() {
        return ledger.deliveries().stream()
                .filter(delivery -> delivery.replayOf() == null)
                .toList();
    }

    private boolean isRecorded(Arrival arrival) {
        return attempts.getOrDefault(arrival.deliveryId(), List.of()).stream()
                .anyMatch(attempt ->
                        attempt.attempt() == arrival.attempt()
                                && micros(attempt.startedAt()).equals(micros(arrival.startedAt())));
    }

    /// Whether it need not be recorded: its process ended before it was recorded, or the record is
    /// lost.
    private boolean isExcused(Arrival arrival) {
        return world.hasEnded(arrival.lifeId()) || world.upheavals().cutOff(arrival.at());
    }

    private static Instant micros(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }

    /// Recorded attempts are those that receivers saw, except those that the end of a process left
    /// unrecorded.
    private void booksBalance(DeliveryRow delivery) {
        var seen = arrivals.getOrDefault(delivery.id(), List.of());
        var recorded = attempts.getOrDefault(delivery.id(), List.of());
        if (recorded.size() != delivery.attempts()) {
            world.violated(
                    I13_THE_BOOKS_BALANCE, delivery + " has " + recorded.size() + " attempts");
        }
        if (seen.stream().filter(this::isRecorded).count() != recorded.size()) {
            world.violated(I13_THE_BOOKS_BALANCE, recorded + " are in the books, but came " + seen);
        }
        for (var arrival : seen) {
            if (!isRecorded(arrival) && !isExcused(arrival)) {
                world.violated(I13_THE_BOOKS_BALANCE, arrival + " was never written down");
            }
        }
        boolean delivered = delivery.state().equals("delivered");
        if (delivered != recorded.stream().anyMatch(AttemptRow::succeeded)) {
            world.violated(I13_THE_BOOKS_BALANCE, delivery + " after " + recorded);
        }
        int max = RetryPolicies.named(delivery.policy()).orElseThrow().attemptsMax();
        if (delivery.attempts() > max) {
            world.violated(ATTEMPTS_HAVE_A_MAXIMUM, delivery + " but at most " + max);
        }
    }

    /// A receiver that has accepted a request in time gets no other, unless the process that got
    /// the answer ended before it was recorded. Two requests of one delivery never overlap.
    private void repeatsHaveACause(DeliveryRow delivery) {
        var seen = new ArrayList<>(arrivals.getOrDefault(delivery.id(), List.of()));
        seen.sort(Comparator.comparing(Arrival::at));
        for (int i = 0; i + 1 < seen.size(); i++) {
            var arrival = seen.get(i);
            var next = seen.get(i + 1);
            if (next.at().isBefore(arrival.endsAt()) && !world.upheavals().cutOff(arrival.at())) {
                world.violated(ONE_HOLDER_AT_A_TIME, arrival + " overlaps " + next);
            }
            // In a lost part of the history: the first was recorded only after it.
            boolean lost = !isRecorded(next) && world.upheavals().cutOff(next.at());
            boolean excused = isExcused(arrival) && (!isRecorded(arrival) || lost);
            if (arrival.answered() && !excused) {
                world.violated(I3_REPEATS_HAVE_A_CAUSE, arrival + " is followed by " + next);
            }
        }
    }

    /// By the order of the events, not by the lanes.
    private void firstArrivalsAreInOrder() {
        var lanes = new HashMap<String, List<DeliveryRow>>();
        for (var delivery : firstDeliveries()) {
            var event = events.get(delivery.eventId());
            var lane =
                    event == null
                            ? null
                            : world.customers().lane(delivery.endpointId(), event.key());
            if (lane != null && counted(delivery).findAny().isPresent()) {
                lanes.computeIfAbsent(lane, _ -> new ArrayList<>()).add(delivery);
            }
        }
        lanes.forEach((lane, deliveries) -> {
            deliveries.sort(Comparator.comparingLong(this::place));
            for (int i = 0; i + 1 < deliveries.size(); i++) {
                var last = lastArrival(deliveries.get(i));
                var next = firstArrival(deliveries.get(i + 1));
                if (next.isBefore(last)) {
                    world.violated(
                            I5_ORDER_PER_KEY,
                            lane + ": " + deliveries.get(i + 1) + " before " + deliveries.get(i));
                }
            }
        });
    }

    private long place(DeliveryRow delivery) {
        var event = events.get(delivery.eventId());
        if (event != null
                && event.sequence() != null
                && !world.customers().strict(delivery.endpointId())) {
            return event.sequence();
        }
        return delivery.place() == null ? -1 : delivery.place();
    }

    private Instant firstArrival(DeliveryRow delivery) {
        return times(delivery).min(Comparator.naturalOrder()).orElseThrow();
    }

    private Instant lastArrival(DeliveryRow delivery) {
        return times(delivery).max(Comparator.naturalOrder()).orElseThrow();
    }

    /// Without those of a past that is lost.
    private Stream<Arrival> counted(DeliveryRow delivery) {
        return arrivals.getOrDefault(delivery.id(), List.of()).stream()
                .filter(arrival -> isRecorded(arrival) || !world.upheavals().cutOff(arrival.at()));
    }

    private Stream<Instant> times(DeliveryRow delivery) {
        return counted(delivery).map(Arrival::at);
    }

    /// An attempt is recorded only under its own lease; an ended delivery does not change.
    private void leasesAreKept() {
        var made = new HashSet<String>();
        world.arrivals().forEach(arrival -> made.add(arrival.deliveryId() + " " + arrival.lease()));
        for (var entry : ledger.journal()) {
            var before = entry.before();
            if (before == null) {
                continue;
            }
            boolean wasOpen = before.equals("pending") || before.equals("in_flight");
            // Changes of a dead letter do not change its delivery.
            boolean asItWas =
                    before.equals(entry.after()) && entry.attemptsBefore() == entry.attemptsAfter();
            if (!wasOpen && !asItWas) {
                world.violated(I7_A_LOST_LEASE_WRITES_NOTHING, "had ended: " + entry);
            }
            boolean takenAway = before.equals("in_flight") && entry.after().equals("in_flight");
            if (takenAway) {
                world.violated(ONE_HOLDER_AT_A_TIME, "taken away: " + entry);
            }
            boolean attempted = entry.attemptsAfter() != entry.attemptsBefore();
            if (attempted && !made.contains(entry.deliveryId() + " " + entry.leaseBefore())) {
                world.violated(I7_A_LOST_LEASE_WRITES_NOTHING, "under another's: " + entry);
            }
        }
    }

    /// Each change of a delivery begins in the state in which the previous change ended, and the
    /// row is in the state in which the last one ended. This detects a row that returned to an
    /// earlier state without a change.
    private void changesFollowEachOther() {
        var last = new HashMap<UUID, Entry>();
        for (var entry : ledger.journal()) {
            var previous = last.put(entry.deliveryId(), entry);
            boolean follows =
                    previous == null
                            ? entry.before() == null
                            : previous.after().equals(entry.before())
                                    && Objects.equals(previous.leaseAfter(), entry.leaseBefore())
                                    && previous.attemptsAfter() == entry.attemptsBefore();
            if (!follows) {
                world.violated(I13_THE_BOOKS_BALANCE, entry + " does not follow " + previous);
            }
        }
        for (var delivery : ledger.deliveries()) {
            var entry = last.get(delivery.id());
            if (entry == null
                    || !entry.after().equals(delivery.state())
                    || entry.attemptsAfter() != delivery.attempts()) {
                world.violated(I13_THE_BOOKS_BALANCE, delivery + " is not as left by " + entry);
            }
        }
    }
}
