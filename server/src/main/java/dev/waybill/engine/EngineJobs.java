package dev.waybill.engine;

import dev.waybill.infra.schedule.Countdown;
import dev.waybill.infra.schedule.Job;
import dev.waybill.infra.schedule.JobGroup;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The background jobs of the engine, grouped by the time at which they stop.
final class EngineJobs {

    /// Jobs of features that create deliveries. They stop first, with the intake.
    final JobGroup features = new JobGroup();

    /// Jobs that take on work, or repair inconsistent state.
    final JobGroup intake = new JobGroup();

    /// Jobs that commit events. Requests wait for them.
    final JobGroup writers = new JobGroup();

    /// The job that answers publishes whose time is up. It runs from before the first request.
    final JobGroup watch = new JobGroup();

    /// Jobs that record the attempts under way. They stop last.
    final JobGroup outlet = new JobGroup();

    List<Job> all() {
        return groups().flatMap(group -> group.all().stream()).toList();
    }

    /// Starts all groups but the watch.
    void start() {
        outlet.start();
        writers.start();
        features.start();
        intake.start();
    }

    void stopIntake() {
        features.stop();
        intake.stop();
    }

    /// Returns false if the time runs out before all jobs have ended.
    boolean joinIntake(Countdown time) {
        boolean ended = features.join(time);
        return intake.join(time) && ended;
    }

    /// The essential jobs that fail, as text.
    Optional<String> failing() {
        return groups().flatMap(group -> group.trouble().stream())
                .reduce((one, other) -> one + ", " + other);
    }

    Stream<JobGroup> groups() {
        return Stream.of(outlet, watch, writers, features, intake);
    }
}
