package dev.waybill.engine.catalog;

import dev.waybill.domain.event.ExpiryRule;
import java.time.Instant;

/// When an event goes stale, and what says so.
public record Expiry(Instant at, ExpiryRule by) {}
