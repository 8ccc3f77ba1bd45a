package dev.waybill.infra.schedule;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// JobGroup that start and stop together, each in a loop of its own.
public final class JobGroup {

    private final LongSupplier nanoClock;
    private final List<Job> jobs = new ArrayList<>();
    private volatile Map<String, Periodic> running = Map.of();

    public JobGroup() {
        this(System::nanoTime);
    }

    /// By a clock of a test's own.
    JobGroup(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /// To be called before [#start].
    public void add(Job job) {
        jobs.add(job);
    }

    public void add(String name, Duration period, Periodic.Step step) {
        add(new Job(name, period, false, step));
    }

    /// One without which a process should get no traffic.
    public void essential(String name, Duration period, Periodic.Step step) {
        add(new Job(name, period, true, step));
    }

    public List<Job> all() {
        return List.copyOf(jobs);
    }

    public void start() {
        var started = new LinkedHashMap<String, Periodic>();
        jobs.forEach(job -> started.put(job.name(), Periodic.start(job, nanoClock)));
        running = started;
    }

    /// After [#start].
    public Periodic running(String name) {
        return requireNonNull(running.get(name), name);
    }

    /// Each ends after the step under way. Waits for none.
    public void stop() {
        running.values().forEach(Periodic::stop);
    }

    /// After [#stop]: waits until all have ended; false if the time is up before.
    public boolean join(Countdown time) {
        boolean ended = true;
        for (var periodic : running.values()) {
            ended &= periodic.awaitEnd(time.left());
        }
        return ended;
    }

    /// What is wrong with essential jobs; empty if nothing is, also before [#start].
    public Optional<String> trouble() {
        var wrong =
                jobs.stream()
                        .filter(Job::essential)
                        .flatMap(job -> Stream.ofNullable(running.get(job.name())))
                        .flatMap(periodic -> periodic.record().trouble().stream())
                        .collect(Collectors.joining(", "));
        return wrong.isEmpty() ? Optional.empty() : Optional.of(wrong);
    }
}
