package dev.waybill.engine.audit;

import java.time.Instant;
import java.util.UUID;

/// An entry of the audit log.
public record AuditRecord(UUID id, Instant at, Actor actor, AuditEntry entry) {}
