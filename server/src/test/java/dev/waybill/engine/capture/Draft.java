package dev.waybill.engine.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A publication with defaults: an invoice of the default app, live, without any key.
final class Draft {

    private Mode mode = Mode.LIVE;
    private String type = "invoice.paid";
    private String data = "{}";
    private @Nullable String ownId;
    private @Nullable String idempotencyKey;
    private int ordinal;
    private @Nullable String orderingKey;
    private @Nullable Instant expiresAt;

    static Draft event() {
        return new Draft();
    }

    Draft mode(Mode value) {
        mode = value;
        return this;
    }

    Draft type(String value) {
        type = value;
        return this;
    }

    Draft data(String value) {
        data = value;
        return this;
    }

    /// The producer's own id.
    Draft id(String value) {
        ownId = value;
        return this;
    }

    Draft idempotencyKey(String value) {
        return idempotencyKey(value, 0);
    }

    /// The request's key, and the event's place in it.
    Draft idempotencyKey(String value, int place) {
        idempotencyKey = value;
        ordinal = place;
        return this;
    }

    Draft orderingKey(String value) {
        orderingKey = value;
        return this;
    }

    Draft expires(Instant at) {
        expiresAt = at;
        return this;
    }

    Publication build() {
        var keys = new ArrayList<PublishKey>();
        // In the order in which the API gives them.
        if (idempotencyKey != null) {
            keys.add(
                    new PublishKey(
                            PublishKey.Kind.IDEMPOTENCY_KEY,
                            idempotencyKey,
                            ordinal,
                            hash(type + data + ownId)));
        }
        if (ownId != null) {
            keys.add(new PublishKey(PublishKey.Kind.EVENT_ID, ownId, 0, hash(type + data)));
        }
        return new Publication(
                Apps.DEFAULT,
                mode,
                ownId,
                type,
                data.getBytes(UTF_8),
                null,
                expiresAt,
                orderingKey,
                null,
                List.copyOf(keys),
                null,
                null);
    }

    private static byte[] hash(String content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
