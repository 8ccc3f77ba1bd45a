package dev.waybill.feature.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Apps;
import dev.waybill.engine.capture.Capture;
import dev.waybill.engine.capture.SystemEvents;
import dev.waybill.engine.capture.SystemEvents.SystemEvent;
import dev.waybill.feature.replays.ReplayNotificationStore.Share;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Publishes notifications of replays before they send anything: a large replay to the platform
/// when it is planned, and every start to the platform and the endpoint. Notifications have stable
/// ids and are recognized if they are repeated.
public final class ReplayNotifier {

    /// A replay starts up to this time later. Most of the time there is none to notify of.
    public static final Duration PERIOD = Duration.ofSeconds(1);

    /// After this time another process may take over.
    static final Duration NOTIFYING_MAX = Duration.ofSeconds(30);

    /// Replays with more deliveries to one endpoint are announced when they are planned.
    static final int ANNOUNCED_FROM = 1_000;

    private final Database database;
    private final SystemEvents events;
    private final InstantSource clock;
    private final ReplayNotificationStore store = new ReplayNotificationStore();

    public ReplayNotifier(Database database, Capture capture, InstantSource clock) {
        this.database = database;
        this.events = new SystemEvents(capture);
        this.clock = clock;
    }

    /// Returns the number of replays it published notifications of.
    public int runOnce() throws InterruptedException {
        int notified = 0;
        for (var id : taken(store::takePlanned)) {
            var large =
                    shares(id).stream()
                            .filter(share -> share.count() > ANNOUNCED_FROM)
                            .map(share -> event(share, "planned", Apps.PLATFORM, null))
                            .toList();
            if (publish(large)) {
                database.interactive().useHandle(handle -> store.planNotified(handle, id));
                notified++;
            } else {
                database.interactive().useHandle(handle -> store.notNotified(handle, id));
            }
        }
        for (var id : taken(store::takeStarting)) {
            if (publish(starts(shares(id)))) {
                database.interactive().useHandle(handle -> store.startNotified(handle, id));
                notified++;
            } else {
                database.interactive().useHandle(handle -> store.notNotified(handle, id));
            }
        }
        return notified;
    }

    @FunctionalInterface
    private interface Taking {
        List<UUID> take(Handle handle, Instant now, Instant until);
    }

    private List<UUID> taken(Taking taking) {
        var now = clock.instant();
        return database.interactive()
                .withHandle(handle -> taking.take(handle, now, now.plus(NOTIFYING_MAX)));
    }

    private List<Share> shares(UUID id) {
        return database.interactive().withHandle(handle -> store.shares(handle, id));
    }

    private static List<SystemEvent> starts(List<Share> shares) {
        var all = new ArrayList<SystemEvent>();
        for (var share : shares) {
            all.add(event(share, "started", Apps.PLATFORM, null));
            if (!Apps.isInternal(share.appId())) {
                all.add(event(share, "started", share.appId(), share.endpointId()));
            }
        }
        return all;
    }

    private boolean publish(List<SystemEvent> all) throws InterruptedException {
        boolean notified = true;
        for (var event : all) {
            notified &= events.publish(event);
        }
        return notified;
    }

    /// The id is derived from the content, so that a repetition is recognized.
    private static SystemEvent event(Share share, String verb, UUID appId, @Nullable UUID onlyTo) {
        var id =
                IdKind.REPLAY.format(share.replayId())
                        + "-"
                        + verb.charAt(0)
                        + IdKind.ENDPOINT
                                .format(share.endpointId())
                                .substring(IdKind.ENDPOINT.prefix().length());
        return new SystemEvent(
                appId,
                share.mode(),
                id,
                "webhook_endpoint.replay_" + verb,
                data(share),
                verb.equals("planned") ? share.createdAt() : share.startAt(),
                onlyTo);
    }

    private static ObjectNode data(Share share) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("replay_id", IdKind.REPLAY.format(share.replayId()));
        json.put("endpoint_id", IdKind.ENDPOINT.format(share.endpointId()));
        json.put("app", share.app());
        json.put("count", share.count());
        json.put("start_at", Timestamps.format(share.startAt()));
        return json;
    }
}
