package dev.waybill.feature;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.Engine;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.audit.Audit;
import dev.waybill.infra.db.Database;
import java.security.SecureRandom;
import java.time.InstantSource;

/// What every feature may build its parts from.
public record FeatureContext(
        Database database,
        InstantSource clock,
        Ids ids,
        SecureRandom random,
        AccessCache accessCache,
        Audit audit,
        Engine engine) {}
