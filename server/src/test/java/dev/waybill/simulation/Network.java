package dev.waybill.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.OutgoingRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Receivers that answer by their mood and by dice. No time passes but simulated time.
final class Network {

    /// How a receiver behaves for a while.
    enum Mood {
        HEALTHY,
        FAILING,
        REFUSING,
        BUSY,
        HANGING,
        SLOW,
        GONE
    }

    /// The outcome of a request, and its time.
    private record Reply(Outcome outcome, Duration after, boolean accepted) {}

    private static final byte[] EXCERPT = "{}".getBytes(UTF_8);

    private final World world;
    private final Map<String, Mood> moods = new HashMap<>();

    /// Receivers that accept everything, each after its own time.
    private final Map<String, Supplier<Duration>> tempos = new HashMap<>();

    Network(World world) {
        this.world = world;
    }

    void mood(String url, Mood mood) {
        moods.put(url, mood);
    }

    /// From now on the receiver accepts everything, after this time.
    void tempo(String url, Supplier<Duration> after) {
        tempos.put(url, after);
    }

    void healAll() {
        moods.replaceAll((_, _) -> Mood.HEALTHY);
    }

    Answer send(Node node, OutgoingRequest request, Duration timeLimit, boolean cutByExpiry) {
        if (node.isCutOff()) {
            world.note(node, "cannot send");
            return Answer.only(new Outcome.NotSent(LocalFault.SOCKETS));
        }
        var reply = reply(request.target().url());
        boolean late = reply.after.compareTo(timeLimit) >= 0;
        var endsAt = world.now().plus(late ? timeLimit : reply.after);
        var outcome =
                late
                        ? new Outcome.Unanswered(
                                cutByExpiry ? Fault.EXPIRY : Fault.TIMEOUT_FIRST_BYTE)
                        : reply.outcome;
        var lifeId = node.engine().life().processId();
        var id = IdKind.DELIVERY.parse(header(request, "waybill-delivery")).orElseThrow();
        var startedAt = node.time();
        var lease = world.witness().sees(node, id, lifeId, Duration.between(world.now(), endsAt));
        world.arrived(
                node,
                new Arrival(
                        id,
                        Integer.parseInt(header(request, "waybill-attempt")),
                        startedAt,
                        world.now(),
                        endsAt,
                        lifeId,
                        lease,
                        reply.accepted,
                        outcome instanceof Outcome.Accepted));
        world.stage().rest(endsAt);
        return Answer.of(outcome, outcome instanceof Outcome.Unanswered ? null : EXCERPT);
    }

    private Reply reply(String url) {
        var tempo = tempos.get(url);
        return tempo == null
                ? reply(moods.getOrDefault(url, Mood.HEALTHY))
                : new Reply(new Outcome.Accepted(200), tempo.get(), true);
    }

    private Reply reply(Mood mood) {
        var soon = Duration.ofMillis(world.dice().nextInt(1, 400));
        var dice = world.dice();
        return switch (mood) {
            case HEALTHY ->
                    dice.nextInt(20) == 0
                            // It did the work, but the answer is late or missing.
                            ? new Reply(
                                    new Outcome.Unanswered(Fault.RESET),
                                    dice.nextBoolean() ? soon : Duration.ofMinutes(1),
                                    true)
                            : new Reply(new Outcome.Accepted(200), soon, true);
            case FAILING -> new Reply(failure(), soon, false);
            case REFUSING -> new Reply(refused(dice.nextBoolean() ? 400 : 302, null), soon, false);
            case BUSY ->
                    new Reply(
                            refused(
                                    dice.nextBoolean() ? 429 : 503,
                                    Duration.ofSeconds(dice.nextInt(1, 7_200))),
                            soon,
                            false);
            case HANGING ->
                    new Reply(
                            new Outcome.Accepted(200),
                            Duration.ofSeconds(dice.nextInt(10, 40)),
                            true);
            case SLOW ->
                    new Reply(
                            new Outcome.Accepted(200),
                            Duration.ofMillis(dice.nextInt(1_000, 12_000)),
                            true);
            case GONE -> new Reply(refused(410, null), soon, false);
        };
    }

    private Outcome failure() {
        return switch (world.dice().nextInt(4)) {
            case 0 -> new Outcome.Unanswered(Fault.CONNECT_REFUSED);
            case 1 -> new Outcome.Unanswered(Fault.RESET);
            case 2 -> refused(408, null);
            default -> refused(500, null);
        };
    }

    private static Outcome refused(int status, @Nullable Duration retryAfter) {
        return new Outcome.Refused(status, retryAfter);
    }

    private static String header(OutgoingRequest request, String name) {
        return request.headers().stream()
                .filter(header -> header.name().equals(name))
                .map(OutgoingRequest.Header::value)
                .findFirst()
                .orElseThrow();
    }
}
