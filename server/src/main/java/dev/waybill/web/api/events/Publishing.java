package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.event.EventDraft;
import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.web.http.Fingerprint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What the events of one request have in common, in whatever format they are.
///
/// @param apps finds the apps that the events name
record Publishing(
        Caller caller,
        Function<String, Optional<UUID>> apps,
        Instant now,
        @Nullable String traceparent) {

    /// The app of an event that names none.
    UUID homeApp() {
        return caller.homeApp();
    }

    /// An app that the caller sees.
    Optional<UUID> app(String name) {
        return apps.apply(name).filter(caller::sees);
    }

    /// An event that breaks no rule.
    ///
    /// @param requestKeys the request's own key for this event, if it has one
    Publication publication(EventDraft draft, UUID appId, List<PublishKey> requestKeys) {
        return new Publication(
                appId,
                caller.mode(),
                draft.id(),
                Objects.requireNonNull(draft.type()),
                Objects.requireNonNull(draft.data()),
                draft.start(now),
                draft.expiry(now),
                draft.orderingKey(),
                traceparent,
                keys(draft, requestKeys),
                null,
                null);
    }

    private static List<PublishKey> keys(EventDraft draft, List<PublishKey> requestKeys) {
        if (draft.id() == null) {
            return requestKeys;
        }
        var own = new PublishKey(PublishKey.Kind.EVENT_ID, draft.id(), 0, fingerprint(draft));
        if (requestKeys.isEmpty()) {
            return List.of(own);
        }
        var keys = new ArrayList<>(requestKeys);
        keys.add(own);
        return keys;
    }

    /// The fingerprint of the fields as the producer sent them: a default that depends on the clock
    /// must not make a repetition look different.
    private static byte[] fingerprint(EventDraft draft) {
        var digest = Fingerprint.digest();
        var said =
                Arrays.asList(
                                draft.type(),
                                draft.createdAt(),
                                draft.expiresAt(),
                                draft.ttlSeconds(),
                                draft.orderingKey())
                        .toString();
        digest.update(said.getBytes(UTF_8));
        return digest.digest(draft.data());
    }
}
