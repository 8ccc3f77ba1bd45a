package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.Stall;
import dev.waybill.infra.health.Condition;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parts of this process that do no work, by what the process knows itself.
public final class ServiceProbe {

    static final Duration CLOCK_DIFFERENCE_MAX = Duration.ofSeconds(30);

    /// Below this, PostgreSQL may stop before somebody reacts.
    private static final long DISK_BYTES_MIN = 1L << 30;

    private final List<Condition> conditions;
    private final InstantSource databaseClock;
    private final InstantSource wallClock;
    private final @Nullable File disk;

    /// @param data the folder of the embedded PostgreSQL; null for another server
    public ServiceProbe(
            List<Condition> conditions,
            InstantSource databaseClock,
            InstantSource wallClock,
            @Nullable Path data) {
        this.conditions = List.copyOf(conditions);
        this.databaseClock = databaseClock;
        this.wallClock = wallClock;
        this.disk = data == null ? null : data.toFile();
    }

    Set<Stall> stalls() {
        var stalls = EnumSet.noneOf(Stall.class);
        for (var condition : conditions) {
            condition.problem().get().ifPresent(problem -> stalls.add(stall(condition, problem)));
        }
        var difference = Duration.between(databaseClock.instant(), wallClock.instant()).abs();
        if (difference.compareTo(CLOCK_DIFFERENCE_MAX) > 0) {
            stalls.add(Stall.CLOCK);
        }
        if (disk != null && disk.getTotalSpace() > 0 && disk.getUsableSpace() < DISK_BYTES_MIN) {
            stalls.add(Stall.DISK);
        }
        return stalls;
    }

    /// The writers of events and the settlers are background jobs too.
    private static Stall stall(Condition condition, String problem) {
        if (problem.contains("capture-")) {
            return Stall.CAPTURE;
        }
        return condition.name().equals("settler") || problem.contains("settler-")
                ? Stall.DELIVERY
                : Stall.JOBS;
    }
}
