package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs attempts that failed before they were sent, once a minute for each endpoint. Thousands of
/// deliveries may fail for the same reason, such as a lost key. Guarded by `this`.
final class AttemptErrorLog {

    static final Duration PERIOD = Duration.ofMinutes(1);

    /// Above this all entries are dropped, and some errors are logged again early.
    private static final int ENDPOINTS_MAX = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(AttemptErrorLog.class);

    private final InstantSource clock;
    private final Map<UUID, Instant> loggedAt = new HashMap<>();

    AttemptErrorLog(InstantSource clock) {
        this.clock = clock;
    }

    void error(Claim claim, Throwable error) {
        if (isDue(claim.endpointId())) {
            // The ids are those of the attempt's scope.
            LOG.error("an attempt failed before it was sent", error);
        }
    }

    private synchronized boolean isDue(UUID endpointId) {
        var now = clock.instant();
        var last = loggedAt.get(endpointId);
        if (last != null && now.isBefore(last.plus(PERIOD))) {
            return false;
        }
        if (loggedAt.size() >= ENDPOINTS_MAX) {
            loggedAt.clear();
        }
        loggedAt.put(endpointId, now);
        return true;
    }
}
