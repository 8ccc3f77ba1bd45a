package dev.waybill.engine.access;

import java.time.Instant;
import java.util.UUID;

/// A customer of the platform, the owner of endpoints.
///
/// @param uid the platform's own name for it
public record App(
        UUID id, String uid, String name, Instant createdAt, Instant updatedAt, boolean deleted) {}
