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

/// Jobs that start and stop together, each on its own thread.
public final class JobGroup {

    private final LongSupplier nanoClock;
    private final List<Job> jobs = new ArrayList<>();
    private volatile Map<String, Periodic> running = Map.of();

    public JobGroup() {
        this(System::nanoTime);
    }

    /// With the clock of a test.
    JobGroup(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /// To be called before [#start].
    public void add(Job job) {
        jobs.add(job);
    }

    public void add(String name, Duration period, Job.Step step) {
        add(new Job(name, period, false, step));
    }

    /// Adds a job without which a process should get no traffic.
    public void essential(String name, Duration period, Job.Step step) {
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

    /// Lets each job end after its current pass, without waiting for it.
    public void stop() {
        running.values().forEach(Periodic::stop);
    }

    /// After [#stop]: waits until all jobs have ended. Returns false if the time runs out first.
    public boolean join(Countdown time) {
        boolean ended = true;
        for (var periodic : running.values()) {
            ended &= periodic.awaitEnd(time.left());
        }
        return ended;
    }

    /// The records of the jobs; none before [#start].
    public List<JobRecord> records() {
        return running.values().stream().map(Periodic::record).toList();
    }

    /// Starts another thread for each job whose thread has died. Returns how many had.
    public int revive() {
        var dead = running.values().stream().filter(Periodic::hasDied).toList();
        dead.forEach(Periodic::revive);
        return dead.size();
    }

    /// The essential jobs that fail, as text; empty if none does, and before [#start].
    public Optional<String> trouble() {
        var failing =
                jobs.stream()
                        .filter(Job::essential)
                        .flatMap(job -> Stream.ofNullable(running.get(job.name())))
                        .flatMap(periodic -> periodic.record().trouble().stream())
                        .collect(Collectors.joining(", "));
        return failing.isEmpty() ? Optional.empty() : Optional.of(failing);
    }
}
