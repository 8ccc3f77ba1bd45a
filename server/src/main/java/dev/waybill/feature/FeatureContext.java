package dev.waybill.feature;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.Engine;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.audit.Audit;
import dev.waybill.infra.db.Database;
import java.security.SecureRandom;
import java.time.InstantSource;

/// The objects from which every feature may build its parts.
public record FeatureContext(
        Database database,
        InstantSource clock,
        Ids ids,
        SecureRandom random,
        AccessCache accessCache,
        Audit audit,
        Engine engine) {}
