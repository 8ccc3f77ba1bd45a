package dev.waybill.engine.catalog;

import dev.waybill.domain.retry.PolicySpec;
import java.time.Instant;

/// A retry policy that a user created.
///
/// @param given as the user wrote it, without defaults: a change starts from this
public record CustomPolicy(PolicySpec spec, String given, Instant createdAt, Instant updatedAt) {}
