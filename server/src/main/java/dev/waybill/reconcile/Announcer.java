package dev.waybill.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.capture.Capture;
import dev.waybill.capture.CaptureResult;
import dev.waybill.capture.Publication;
import dev.waybill.capture.PublishKey;
import dev.waybill.domain.Apps;
import dev.waybill.domain.EndpointState;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.endpoint.EndpointStates;
import dev.waybill.endpoint.StateChange;
import dev.waybill.endpoint.UntoldChange;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Tells the platform of changes of endpoints' states, as events of its own app. The event's id
/// comes from the change's, so that telling again, after a crash or by another process, is telling
/// once.
public final class Announcer {

    public static final Duration PERIOD = Duration.ofSeconds(1);

    /// Told in one pass.
    static final int TOLD_PER_PASS_MAX = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);
    private static final JsonMapper JSON = new JsonMapper();

    private final EndpointStates states;
    private final Capture capture;

    public Announcer(EndpointStates states, Capture capture) {
        this.states = states;
        this.capture = capture;
    }

    /// Returns how many changes it told of.
    public int runOnce() throws InterruptedException {
        int told = 0;
        for (var untold : states.untold(TOLD_PER_PASS_MAX)) {
            var result = capture.publish(List.of(publication(untold))).getFirst();
            if (isTold(result, untold)) {
                states.told(untold.change().id());
                told++;
            }
        }
        return told;
    }

    private static boolean isTold(CaptureResult result, UntoldChange untold) {
        return switch (result) {
            case CaptureResult.Captured _, CaptureResult.Repeated _ -> true;
            case CaptureResult.Unconfirmed _ -> false;
            case CaptureResult.Clash _, CaptureResult.Unsound _, CaptureResult.Unstorable _ -> {
                LOG.error("nobody can be told of change={} result={}", untold.change(), result);
                yield true;
            }
        };
    }

    private static Publication publication(UntoldChange untold) {
        var change = untold.change();
        var eventId = IdKind.EVENT.format(change.id());
        var key = new PublishKey(PublishKey.Kind.EVENT_ID, eventId, 0, fingerprint(eventId));
        return new Publication(
                Apps.PLATFORM,
                untold.mode(),
                eventId,
                "webhook_endpoint." + verb(change),
                data(untold),
                change.at(),
                null,
                null,
                null,
                List.of(key),
                null,
                null);
    }

    private static String verb(StateChange change) {
        return switch (change.to()) {
            case DISABLED -> "disabled";
            case PAUSED -> "paused";
            case ACTIVE -> change.from() == EndpointState.PAUSED ? "resumed" : "enabled";
        };
    }

    private static byte[] data(UntoldChange untold) {
        var change = untold.change();
        var json = JSON.createObjectNode();
        json.put("endpoint_id", IdKind.ENDPOINT.format(change.endpointId()));
        json.put("app", untold.app());
        json.put("url", untold.url());
        json.put("state", change.to().word());
        json.put("reason", change.reason());
        json.put("actor", change.actor());
        json.put("at", Timestamps.format(change.at()));
        return JSON.writeValueAsBytes(json);
    }

    /// Of the change alone: its endpoint's URL may be another when it is told again.
    private static byte[] fingerprint(String eventId) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(eventId.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
