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

/// Duties that start and stop together, each in a loop of its own.
public final class Duties {

    private final LongSupplier nanoClock;
    private final List<Duty> duties = new ArrayList<>();
    private volatile Map<String, Periodic> running = Map.of();

    public Duties() {
        this(System::nanoTime);
    }

    /// By a clock of a test's own.
    Duties(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /// To be called before [#start].
    public void add(Duty duty) {
        duties.add(duty);
    }

    public void add(String name, Duration period, Periodic.Step step) {
        add(new Duty(name, period, false, step));
    }

    /// One without which a process should get no traffic.
    public void essential(String name, Duration period, Periodic.Step step) {
        add(new Duty(name, period, true, step));
    }

    public List<Duty> all() {
        return List.copyOf(duties);
    }

    public void start() {
        var started = new LinkedHashMap<String, Periodic>();
        duties.forEach(duty -> started.put(duty.name(), Periodic.start(duty, nanoClock)));
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

    /// What is wrong with essential duties; empty if nothing is, also before [#start].
    public Optional<String> trouble() {
        var wrong =
                duties.stream()
                        .filter(Duty::essential)
                        .flatMap(duty -> Stream.ofNullable(running.get(duty.name())))
                        .flatMap(periodic -> periodic.record().trouble().stream())
                        .collect(Collectors.joining(", "));
        return wrong.isEmpty() ? Optional.empty() : Optional.of(wrong);
    }
}
