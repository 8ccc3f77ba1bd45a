package dev.waybill.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.capture.Capture;
import dev.waybill.capture.CaptureResult;
import dev.waybill.capture.Publication;
import dev.waybill.capture.PublishKey;
import dev.waybill.db.Database;
import dev.waybill.domain.Apps;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.replay.HeraldStore.Share;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Tells of replays before they send anything: the platform that an endpoint is going to get very
/// many events, the platform and the endpoint itself that it starts. Each is told once, however
/// often somebody begins to tell.
public final class ReplayHerald {

    public static final Duration PERIOD = Duration.ofMillis(250);

    /// More than so many to one endpoint are announced when they are planned.
    static final int ANNOUNCED_FROM = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(ReplayHerald.class);
    private static final JsonMapper JSON = new JsonMapper();

    private final Database database;
    private final Capture capture;
    private final InstantSource clock;
    private final HeraldStore store = new HeraldStore();

    public ReplayHerald(Database database, Capture capture, InstantSource clock) {
        this.database = database;
        this.capture = capture;
        this.clock = clock;
    }

    /// Returns how many replays it told of.
    public int runOnce() throws InterruptedException {
        int told = 0;
        for (var id : database.desk().withHandle(store::planned)) {
            var large =
                    shares(id).stream()
                            .filter(share -> share.count() > ANNOUNCED_FROM)
                            .map(share -> publication(share, "planned", Apps.PLATFORM, null))
                            .toList();
            if (publish(large)) {
                database.desk().useHandle(handle -> store.planTold(handle, id));
                told++;
            }
        }
        for (var id : database.desk().withHandle(h -> store.starting(h, clock.instant()))) {
            if (publish(starts(shares(id)))) {
                database.desk().useHandle(handle -> store.startTold(handle, id));
                told++;
            }
        }
        return told;
    }

    private List<Share> shares(UUID id) {
        return database.desk().withHandle(handle -> store.shares(handle, id));
    }

    private static List<Publication> starts(List<Share> shares) {
        var publications = new ArrayList<Publication>();
        for (var share : shares) {
            publications.add(publication(share, "started", Apps.PLATFORM, null));
            if (!share.appId().equals(Apps.PLATFORM)) {
                publications.add(publication(share, "started", share.appId(), share.endpointId()));
            }
        }
        return publications;
    }

    private boolean publish(List<Publication> publications) throws InterruptedException {
        boolean told = true;
        for (var publication : publications) {
            told &= isTold(capture.publish(List.of(publication)).getFirst());
        }
        return told;
    }

    private static boolean isTold(CaptureResult result) {
        return switch (result) {
            case CaptureResult.Captured _, CaptureResult.Repeated _ -> true;
            case CaptureResult.Unconfirmed _ -> false;
            case CaptureResult.Clash _, CaptureResult.Unsound _, CaptureResult.Unstorable _ -> {
                LOG.error("nobody can be told of a replay, result={}", result);
                yield true;
            }
        };
    }

    /// Its id comes from what it tells, so that telling again is telling once.
    private static Publication publication(
            Share share, String verb, UUID appId, @Nullable UUID onlyTo) {
        var id =
                IdKind.REPLAY.format(share.replayId())
                        + "-"
                        + verb.charAt(0)
                        + IdKind.ENDPOINT
                                .format(share.endpointId())
                                .substring(IdKind.ENDPOINT.prefix().length());
        var key = new PublishKey(PublishKey.Kind.EVENT_ID, id, 0, fingerprint(id));
        return new Publication(
                appId,
                share.mode(),
                id,
                "webhook_endpoint.replay_" + verb,
                data(share),
                verb.equals("planned") ? share.createdAt() : share.startAt(),
                null,
                null,
                null,
                List.of(key),
                null,
                onlyTo);
    }

    private static byte[] data(Share share) {
        var json = JSON.createObjectNode();
        json.put("replay_id", IdKind.REPLAY.format(share.replayId()));
        json.put("endpoint_id", IdKind.ENDPOINT.format(share.endpointId()));
        json.put("app", share.app());
        json.put("count", share.count());
        json.put("start_at", Timestamps.format(share.startAt()));
        return JSON.writeValueAsBytes(json);
    }

    private static byte[] fingerprint(String id) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(id.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
