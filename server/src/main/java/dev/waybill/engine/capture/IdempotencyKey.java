package dev.waybill.engine.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.UUID;

/// What a client sent to make repeating a request safe, and a hash of the request it stands for.
public record IdempotencyKey(String key, byte[] fingerprint) {

    /// For what is made under a name and has no id of its own.
    public static UUID idOf(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(UTF_8));
    }
}
