package dev.waybill.catalogue;

import dev.waybill.domain.ExpiryRule;
import java.time.Instant;

/// When an event goes stale, and what says so.
public record Expiry(Instant at, ExpiryRule by) {}
