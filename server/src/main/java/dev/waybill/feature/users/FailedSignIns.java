package dev.waybill.feature.users;

import dev.waybill.domain.IdKind;
import dev.waybill.infra.net.Network;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs failed sign-ins, once a minute for each address and user, so that neither a guesser nor a
/// crowd fills the log. A name that is not known is not logged: users type passwords there.
final class FailedSignIns {

    static final Duration AGAIN_AFTER = Duration.ofMinutes(1);

    /// Beyond this the oldest are forgotten and may be logged again sooner.
    static final int SUBJECTS_MAX = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(FailedSignIns.class);

    private record Subject(String network, @Nullable UUID userId) {}

    private final InstantSource clock;
    private final SequencedMap<Subject, Instant> logged = new LinkedHashMap<>();

    FailedSignIns(InstantSource clock) {
        this.clock = clock;
    }

    /// Notes a failure.
    ///
    /// @param userId null if no user has the name
    void log(String source, @Nullable UUID userId) {
        if (isNew(new Subject(Network.of(source), userId))) {
            var user = userId == null ? "unknown" : IdKind.USER.format(userId);
            LOG.warn("a sign-in failed, source={} user={}", source, user);
        }
    }

    private synchronized boolean isNew(Subject subject) {
        var now = clock.instant();
        var last = logged.get(subject);
        if (last != null && now.isBefore(last.plus(AGAIN_AFTER))) {
            return false;
        }
        // Taken out first: the map is in the order of insertion, the oldest first.
        logged.remove(subject);
        if (logged.size() == SUBJECTS_MAX) {
            logged.pollFirstEntry();
        }
        logged.put(subject, now);
        return true;
    }
}
