package dev.waybill.engine.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.access.Mode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Publishes what Waybill itself has to tell. An event's id comes from what it tells, so that
/// telling again, after a crash or by another process, is telling once.
public final class SystemEvents {

    private static final Logger LOG = LoggerFactory.getLogger(SystemEvents.class);
    private static final JsonMapper JSON = new JsonMapper();

    private final Capture capture;

    public SystemEvents(Capture capture) {
        this.capture = capture;
    }

    /// Something to tell.
    ///
    /// @param id the same whenever the same is told
    /// @param at when it happened
    /// @param onlyTo the one endpoint it is for; null for all of the app that take it
    public record SystemEvent(
            UUID appId,
            Mode mode,
            String id,
            String type,
            ObjectNode data,
            Instant at,
            @Nullable UUID onlyTo) {}

    /// False if nobody knows whether it was captured: then it has to be told again. What can never
    /// be told is told to the log, and that is that.
    public boolean tell(SystemEvent event) throws InterruptedException {
        if (capture.stopping()) {
            return false;
        }
        return switch (capture.publish(List.of(publication(event))).getFirst()) {
            case CaptureResult.Captured _, CaptureResult.Repeated _ -> true;
            case CaptureResult.Unconfirmed _ -> false;
            case CaptureResult.Clash clash -> untold(event, clash);
            case CaptureResult.Invalid unsound -> untold(event, unsound);
            case CaptureResult.Unstorable unstorable -> untold(event, unstorable);
        };
    }

    private static boolean untold(SystemEvent event, CaptureResult result) {
        LOG.error("nobody can be told of type={} id={} result={}", event.type, event.id, result);
        return true;
    }

    private static Publication publication(SystemEvent event) {
        var key = new PublishKey(PublishKey.Kind.EVENT_ID, event.id, 0, fingerprint(event.id));
        return new Publication(
                event.appId,
                event.mode,
                event.id,
                event.type,
                JSON.writeValueAsBytes(event.data),
                event.at,
                null,
                null,
                null,
                List.of(key),
                null,
                event.onlyTo);
    }

    /// Of the id alone: what else is told of it, such as a URL, may be another the next time.
    private static byte[] fingerprint(String id) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(id.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
