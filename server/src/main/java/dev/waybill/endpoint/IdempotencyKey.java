package dev.waybill.endpoint;

/// What a client sent to make repeating a request safe, and a hash of the request it stands for.
public record IdempotencyKey(String key, byte[] fingerprint) {}
