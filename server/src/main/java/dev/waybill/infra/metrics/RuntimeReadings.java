package dev.waybill.infra.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads what the JVM and the system know of this process.
public final class RuntimeReadings implements Measured {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";

    private final String version;

    public RuntimeReadings(String version) {
        this.version = version;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(RuntimeMetrics.BUILD, () -> 1, version);
        double started = ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3;
        metrics.add(RuntimeMetrics.START_TIME, () -> started);
        metrics.add(RuntimeMetrics.RESIDENT, RuntimeReadings::resident);
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os) {
            metrics.add(RuntimeMetrics.CPU, () -> os.getProcessCpuTime() / 1e9);
            metrics.add(RuntimeMetrics.OPEN_FDS, os::getOpenFileDescriptorCount);
            metrics.add(RuntimeMetrics.MAX_FDS, os::getMaxFileDescriptorCount);
        }
        var memory = ManagementFactory.getMemoryMXBean();
        metrics.add(RuntimeMetrics.JVM_MEMORY, () -> memory.getHeapMemoryUsage().getUsed(), "heap");
        metrics.add(
                RuntimeMetrics.JVM_MEMORY,
                () -> memory.getNonHeapMemoryUsage().getUsed(),
                "nonheap");
        metrics.add(RuntimeMetrics.JVM_MEMORY_MAX, () -> max(memory.getHeapMemoryUsage()), "heap");
        for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            metrics.add(
                    RuntimeMetrics.JVM_GC,
                    () -> collector.getCollectionTime() / 1e3,
                    collector.getName());
            metrics.add(
                    RuntimeMetrics.JVM_GC_COUNT,
                    collector::getCollectionCount,
                    collector.getName());
        }
        metrics.add(
                RuntimeMetrics.JVM_THREADS, ManagementFactory.getThreadMXBean()::getThreadCount);
    }

    private static double max(MemoryUsage usage) {
        return usage.getMax() < 0 ? Double.NaN : usage.getMax();
    }

    /// NaN where the system does not say it.
    private static double resident() {
        if (!Files.exists(STATUS)) {
            return Double.NaN;
        }
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(RESIDENT))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1_024)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
