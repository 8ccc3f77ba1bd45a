package dev.waybill.simulation;

import static dev.waybill.simulation.Violation.Invariant.I12_IDEMPOTENT_PUBLISH;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.engine.capture.CaptureResult;
import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.engine.catalog.SchemaCheck;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Publishes, sometimes again and sometimes invalid events, and records the acknowledged ones.
final class Producer {

    /// An event that was acknowledged, and the endpoints that were to receive it at that moment.
    record Promise(UUID eventId, Set<UUID> endpoints) {}

    private static final List<String> TYPES = List.of("invoice.paid", "invoice.sent", "user.made");

    private final World world;
    private final List<Promise> promises = new ArrayList<>();
    private final Map<String, Publication> published = new HashMap<>();
    private final Map<String, UUID> eventOf = new HashMap<>();
    private List<Promise> promisesThen = List.of();
    private Map<String, UUID> eventOfThen = Map.of();
    private int count;

    Producer(World world) {
        this.world = world;
    }

    List<Promise> promises() {
        return promises;
    }

    /// Acknowledgements from now on may be lost with the database's last transactions.
    void remember() {
        promisesThen = List.copyOf(promises);
        eventOfThen = Map.copyOf(eventOf);
    }

    void forgetSinceRemembered() {
        promises.clear();
        promises.addAll(promisesThen);
        eventOf.clear();
        eventOf.putAll(eventOfThen);
    }

    int count() {
        return count;
    }

    void publish(Node node) {
        var dice = world.dice();
        var request = new ArrayList<Publication>();
        int size = dice.nextInt(4) == 0 ? dice.nextInt(2, 6) : 1;
        for (int i = 0; i < size; i++) {
            boolean again = !published.isEmpty() && dice.nextInt(4) == 0;
            request.add(again ? repetition() : fresh());
        }
        node.publish(List.copyOf(request), results -> heard(request, results));
    }

    private Publication fresh() {
        var dice = world.dice();
        count++;
        var ownId = dice.nextInt(3) == 0 ? "own-" + count : null;
        var key = dice.nextInt(3) > 0 ? "key-" + dice.nextInt(3) : null;
        var publication =
                publication(
                        Apps.DEFAULT,
                        ownId,
                        TYPES.get(dice.nextInt(TYPES.size())),
                        "{\"n\":" + count + "}",
                        expiry(),
                        key);
        if (ownId != null) {
            published.put(ownId, publication);
        }
        return publication;
    }

    private @Nullable Instant expiry() {
        return switch (world.dice().nextInt(8)) {
            case 0 -> world.databaseTime().plusSeconds(world.dice().nextInt(2, 110));
            case 1 -> world.databaseTime().plusSeconds(world.dice().nextInt(130, 880));
            case 2 -> world.databaseTime().plusSeconds(world.dice().nextInt(1_000, 100_000));
            default -> null;
        };
    }

    /// The same again, or something else under the same id.
    private Publication repetition() {
        var ids = published.keySet().stream().sorted().toList();
        var first = published.get(ids.get(world.dice().nextInt(ids.size())));
        if (first == null || world.dice().nextInt(4) > 0) {
            return Objects.requireNonNull(first);
        }
        return publication(
                Apps.DEFAULT, first.ownId(), first.type(), "{}", null, first.orderingKey());
    }

    /// For another app, without its own id, an expiry or an order.
    static Publication plain(UUID appId, String data) {
        return publication(appId, null, TYPES.getFirst(), data, null, null);
    }

    private static Publication publication(
            UUID appId,
            @Nullable String ownId,
            String type,
            String data,
            @Nullable Instant expiresAt,
            @Nullable String orderingKey) {
        var keys =
                ownId == null
                        ? List.<PublishKey>of()
                        : List.of(
                                new PublishKey(
                                        PublishKey.Kind.EVENT_ID, ownId, 0, hash(type + data)));
        return new Publication(
                appId,
                Mode.LIVE,
                ownId,
                type,
                data.getBytes(UTF_8),
                null,
                expiresAt,
                orderingKey,
                null,
                keys,
                SchemaCheck.NO_RULES,
                null);
    }

    /// Called in the same step as the commit, so the endpoints are those that the capture must have
    /// seen.
    private void heard(List<Publication> request, List<CaptureResult> results) {
        for (int i = 0; i < request.size(); i++) {
            var publication = request.get(i);
            switch (results.get(i)) {
                case CaptureResult.Captured captured -> captured(publication, captured);
                case CaptureResult.Repeated(var eventId) -> repeated(publication, eventId);
                case CaptureResult.Clash _ -> clashed(publication);
                case CaptureResult.Unconfirmed _ -> {}
                case CaptureResult.Invalid _ ->
                        world.violated(I12_IDEMPOTENT_PUBLISH, "without rules: " + publication);
                case CaptureResult.Unstorable _ ->
                        world.violated(
                                I12_IDEMPOTENT_PUBLISH, "refused by the database: " + publication);
            }
        }
    }

    /// An event of another app was acknowledged.
    void promised(UUID eventId, Set<UUID> endpoints) {
        promises.add(new Promise(eventId, endpoints));
    }

    private void captured(Publication publication, CaptureResult.Captured captured) {
        var id = captured.event().id();
        var endpoints = world.customers().receivers(publication.type());
        promises.add(new Promise(id, endpoints));
        if (captured.deliveries() != endpoints.size()) {
            world.violated(
                    Violation.Invariant.I1_NOTHING_ACKNOWLEDGED_IS_LOST,
                    id + " was promised " + captured.deliveries() + " of " + endpoints.size());
        }
        if (publication.ownId() != null) {
            // A repetition in the same pass may have been answered before.
            repeated(publication, id);
        }
    }

    private void repeated(Publication publication, UUID eventId) {
        var ownId = Objects.requireNonNull(publication.ownId());
        // The first may have been stored without our hearing of it.
        var known = eventOf.putIfAbsent(ownId, eventId);
        if (known != null && !known.equals(eventId)) {
            world.violated(I12_IDEMPOTENT_PUBLISH, ownId + " is " + known + " and " + eventId);
        }
    }

    private void clashed(Publication publication) {
        if (publication.ownId() == null) {
            world.violated(I12_IDEMPOTENT_PUBLISH, "clashes without an id: " + publication);
        }
    }

    /// Ids that belong to more than one event.
    static Set<String> doubled(List<Ledger.EventRow> events) {
        var seen = new HashSet<String>();
        var doubled = new HashSet<String>();
        for (var event : events) {
            if (event.ownId() != null && !seen.add(event.ownId())) {
                doubled.add(event.ownId());
            }
        }
        return doubled;
    }

    private static byte[] hash(String content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
