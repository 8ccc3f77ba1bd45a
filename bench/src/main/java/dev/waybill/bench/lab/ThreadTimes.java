package dev.waybill.bench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/// The processor time of a process by the names of its threads, without their numbers. Empty where
/// there is no /proc.
public record ThreadTimes(Map<String, Duration> byName) {

    /// Linux counts in hundredths of a second, regardless of its timer.
    private static final long MILLIS_PER_TICK = 10;

    // After the name, which may contain anything: the 14th and 15th field of the line.
    private static final int IN_USER_MODE = 11;
    private static final int IN_THE_KERNEL = 12;

    public ThreadTimes {
        byName = Map.copyOf(byName);
    }

    public static ThreadTimes of(long pid) {
        var times = new TreeMap<String, Duration>();
        try (var threads = Files.newDirectoryStream(Path.of("/proc", pid + "", "task"))) {
            for (var thread : threads) {
                add(thread, times);
            }
        } catch (IOException e) {
            // Not Linux, or the process has ended.
        }
        return new ThreadTimes(times);
    }

    private static void add(Path thread, Map<String, Duration> times) {
        try {
            var stat = Files.readString(thread.resolve("stat"));
            times.merge(name(stat), time(stat), Duration::plus);
        } catch (IOException e) {
            // The thread has ended.
        }
    }

    static String name(String stat) {
        var name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        return name.replaceAll("[-# ]*\\d+$", "");
    }

    static Duration time(String stat) {
        var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        long ticks = Long.parseLong(fields[IN_USER_MODE]) + Long.parseLong(fields[IN_THE_KERNEL]);
        return Duration.ofMillis(ticks * MILLIS_PER_TICK);
    }

    public ThreadTimes minus(ThreadTimes other) {
        var times = new TreeMap<String, Duration>();
        byName.forEach((name, time) ->
                times.put(name, time.minus(other.byName.getOrDefault(name, Duration.ZERO))));
        return new ThreadTimes(times);
    }
}
