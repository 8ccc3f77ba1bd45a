package dev.waybill.engine.catalog;

import dev.waybill.domain.event.ExpiryRule;
import java.time.Instant;

/// When an event expires, and by which rule.
public record Expiry(Instant at, ExpiryRule by) {}
