package dev.waybill.engine.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.access.Mode;
import dev.waybill.infra.log.LogScope;
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

/// Publishes the events of Waybill itself. The id of an event is derived from its content, so that
/// a repetition after a crash, or by another process, is recognized.
public final class SystemEvents {

    private static final Logger LOG = LoggerFactory.getLogger(SystemEvents.class);
    private static final JsonMapper JSON = new JsonMapper();

    private final Capture capture;

    public SystemEvents(Capture capture) {
        this.capture = capture;
    }

    /// An event of Waybill itself.
    ///
    /// @param id the same for every repetition
    /// @param at when it happened
    /// @param onlyTo the only endpoint that receives it; null for all of the app that match
    public record SystemEvent(
            UUID appId,
            Mode mode,
            String id,
            String type,
            ObjectNode data,
            Instant at,
            @Nullable UUID onlyTo) {}

    /// Returns false if it is unknown whether the event was captured: it must then be published
    /// again. An event that can never be captured is logged and dropped.
    public boolean publish(SystemEvent event) throws InterruptedException {
        if (capture.stopping()) {
            return false;
        }
        return switch (capture.publish(List.of(publication(event))).getFirst()) {
            case CaptureResult.Captured _, CaptureResult.Repeated _ -> true;
            case CaptureResult.Unconfirmed _ -> false;
            case CaptureResult.Clash clash -> dropped(event, clash);
            case CaptureResult.Invalid invalid -> dropped(event, invalid);
            case CaptureResult.Unstorable unstorable -> dropped(event, unstorable);
        };
    }

    private static boolean dropped(SystemEvent event, CaptureResult result) {
        LOG.atError()
                .addKeyValue(LogScope.EVENT_ID, event.id)
                .log("an event cannot be published, type={} result={}", event.type, result);
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

    /// A hash of the id alone: other fields, such as a URL, may differ in a repetition.
    private static byte[] fingerprint(String id) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(id.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
