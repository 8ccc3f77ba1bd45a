package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// A hash of a request's method, path and content. Two requests under one idempotency key must have
/// the same.
public final class Fingerprint {

    private Fingerprint() {}

    public static byte[] of(Request request, String content) {
        return of(request, content.getBytes(UTF_8));
    }

    public static byte[] of(Request request, byte[] content) {
        var digest = digest();
        digest.update((request.method() + " " + request.path() + "\n").getBytes(UTF_8));
        return digest.digest(content);
    }

    /// An empty digest of the kind that fingerprints are made with.
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
