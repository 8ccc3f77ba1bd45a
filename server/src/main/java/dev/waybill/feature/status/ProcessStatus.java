package dev.waybill.feature.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/// A process of this installation, as it reported itself last.
///
/// @param rescued deliveries that others took over when it was lost
public record ProcessStatus(
        UUID id,
        State state,
        String host,
        String version,
        Instant startedAt,
        Instant reportedAt,
        long rescued,
        List<JobReport> jobs) {

    /// A process that is alive reports every 5 s. One that has not reported for this time cannot
    /// say how its jobs are.
    static final Duration SILENT_AFTER = Duration.ofSeconds(20);

    public ProcessStatus {
        jobs = List.copyOf(jobs);
    }

    /// Whether the process runs.
    public enum State {
        ALIVE,
        /// It has not reported for too long, and its time is not over yet.
        SILENT,
        /// It ended as it should.
        STOPPED,
        /// It ended without signing off; other processes took over its deliveries.
        LOST;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static State state(boolean alive, boolean stopped, Instant reportedAt, Instant now) {
        if (stopped) {
            return State.STOPPED;
        }
        if (!alive) {
            return State.LOST;
        }
        return reportedAt.isBefore(now.minus(SILENT_AFTER)) ? State.SILENT : State.ALIVE;
    }

    /// Whether it runs and something is wrong with it.
    public boolean hasTrouble() {
        return switch (state) {
            case ALIVE -> jobs.stream().anyMatch(JobReport::failed);
            case SILENT, LOST -> true;
            case STOPPED -> false;
        };
    }
}
