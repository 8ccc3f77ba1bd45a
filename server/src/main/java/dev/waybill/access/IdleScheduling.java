package dev.waybill.access;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets a thread use only processor time that nobody else wants, where Java cannot: on Linux the
/// JVM ignores [Thread#setPriority] unless it runs as root with an option. A lower priority
/// (`nice`) is not enough: whoever wakes up may still wait for the end of such a thread's time
/// slice, some milliseconds, at each step of a delivery. A thread of the policy `SCHED_IDLE` is
/// interrupted at once.
final class IdleScheduling {

    private static final int SCHED_IDLE = 5;

    /// For `sched_setscheduler(2)` on Linux this is the calling thread alone.
    private static final int CALLING_THREAD = 0;

    private static final Logger LOG = LoggerFactory.getLogger(IdleScheduling.class);

    private IdleScheduling() {}

    /// Applies to the calling thread, which must be a platform thread, until it ends.
    @SuppressWarnings("restricted") // a system call that reads one number of ours
    static void apply() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return;
        }
        try (var arena = Arena.ofConfined()) {
            var linker = Linker.nativeLinker();
            var setScheduler =
                    linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("sched_setscheduler"),
                            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
            var noPriority = arena.allocateFrom(JAVA_INT, 0);
            int result = (int) setScheduler.invokeExact(CALLING_THREAD, SCHED_IDLE, noPriority);
            if (result != 0) {
                LOG.debug("the scheduling of a thread could not be changed, result={}", result);
            }
        } catch (Throwable e) {
            // Native access may be off. The thread then runs like any other.
            LOG.debug("the scheduling of a thread could not be changed", e);
        }
    }
}
