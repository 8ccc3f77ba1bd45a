package dev.waybill.engine.audit;

import java.time.Instant;
import java.util.UUID;

/// A line of the audit log.
public record AuditEntry(UUID id, Instant at, Act act, Deed deed) {}
