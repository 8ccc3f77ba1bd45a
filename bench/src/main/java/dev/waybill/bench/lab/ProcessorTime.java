package dev.waybill.bench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/// The processor time of a process and all its descendants. It never decreases: the time of an
/// ended child is in its parent's account.
final class ProcessorTime {

    /// Linux counts in hundredths of a second, regardless of its timer.
    private static final int TICKS_PER_SECOND = 100;

    /// How often a child may end during the summation before the result is accepted.
    private static final int TRIES_MAX = 5;

    // After the name, which may contain anything: the 16th and 17th field of the line.
    private static final int CHILDREN_IN_USER_MODE = 13;
    private static final int CHILDREN_IN_THE_KERNEL = 14;

    private ProcessorTime() {}

    static Duration ofTree(long pid) {
        var ended = ofEndedChildren(pid);
        for (int i = 0; ; i++) {
            var living = ofLiving(pid);
            var endedNow = ofEndedChildren(pid);
            // A child that ended meanwhile was counted twice, or was missed.
            if (endedNow.equals(ended) || i == TRIES_MAX) {
                return living.plus(endedNow);
            }
            ended = endedNow;
        }
    }

    private static Duration ofLiving(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(main -> Stream.concat(Stream.of(main), main.descendants()))
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration ofEndedChildren(long pid) {
        try {
            return ofEndedChildren(Files.readString(Path.of("/proc", pid + "", "stat")));
        } catch (IOException e) {
            // Not Linux, or the process has ended: only live processes count.
            return Duration.ZERO;
        }
    }

    static Duration ofEndedChildren(String stat) {
        var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        long ticks =
                Long.parseLong(fields[CHILDREN_IN_USER_MODE])
                        + Long.parseLong(fields[CHILDREN_IN_THE_KERNEL]);
        return Duration.ofMillis(ticks * 1_000 / TICKS_PER_SECOND);
    }
}
