package dev.waybill.engine;

import dev.waybill.engine.dispatch.Alarm;
import dev.waybill.engine.dispatch.Bounds;
import dev.waybill.engine.dispatch.TimerAlarm;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.infra.schedule.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/// The parts of the machine that the engine uses, apart from database and network. A simulation
/// replaces them here.
///
/// @param executor runs each attempt concurrently
/// @param pause waits between two tries of a settlement
/// @param processors the number of processors that attempts share
/// @param bounds the limits for attempts and deliveries in memory
/// @param metrics how many values of labels get series of their own
/// @param patience how long a writer waits for its first item before it checks whether to stop
public record Environment(
        LongSupplier nanoClock,
        InstantSource wallClock,
        DoubleSupplier dice,
        Executor executor,
        Alarm alarm,
        Sleeper pause,
        int processors,
        Bounds bounds,
        Duration patience,
        MetricLimits metrics) {

    public static Environment real(MetricLimits metrics) {
        return new Environment(
                System::nanoTime,
                InstantSource.system(),
                () -> ThreadLocalRandom.current().nextDouble(),
                attempt -> Thread.ofVirtual().name("attempt").start(attempt),
                new TimerAlarm(),
                Sleeper.REAL,
                Runtime.getRuntime().availableProcessors(),
                Bounds.of(Runtime.getRuntime().maxMemory()),
                Duration.ofMillis(200),
                metrics);
    }
}
