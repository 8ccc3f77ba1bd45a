package dev.waybill.engine.access;

import java.time.Instant;
import java.util.UUID;

/// A customer of the platform, the owner of endpoints.
///
/// @param uid the name that the platform uses
public record App(
        UUID id, String uid, String name, Instant createdAt, Instant updatedAt, boolean deleted) {}
