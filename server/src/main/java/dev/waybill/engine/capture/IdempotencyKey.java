package dev.waybill.engine.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.UUID;

/// The Idempotency-Key of a request, and a hash of the request.
public record IdempotencyKey(String key, byte[] fingerprint) {

    /// The id of an object that is identified by its name and has no id.
    public static UUID idOf(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(UTF_8));
    }
}
