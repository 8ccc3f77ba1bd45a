package dev.waybill.engine.catalog;

import dev.waybill.domain.retry.PolicySpec;
import java.time.Instant;

/// A retry policy that people made.
///
/// @param given what they wrote, without what was filled in: a change starts from this
public record CustomPolicy(PolicySpec spec, String given, Instant createdAt, Instant updatedAt) {}
