package dev.waybill.access;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lowers the priority of a thread where Java cannot: on Linux the JVM ignores [Thread#setPriority]
/// unless it runs as root with an option.
final class Niceness {

    /// A tenth of the weight of an ordinary thread: others are hardly held up, and the work still
    /// ends on a machine that is never idle.
    private static final int NICE = 10;

    /// On Linux `PRIO_PROCESS` with id 0 is the calling thread alone, as `setpriority(2)` notes;
    /// elsewhere it is the whole process.
    private static final int PRIO_PROCESS = 0;

    private static final int CALLING_THREAD = 0;

    private static final Logger LOG = LoggerFactory.getLogger(Niceness.class);

    private Niceness() {}

    /// Applies to the calling thread, which must be a platform thread, until it ends.
    @SuppressWarnings("restricted") // a system call without memory of ours
    static void yieldToOthers() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return;
        }
        try {
            var linker = Linker.nativeLinker();
            var setPriority =
                    linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("setpriority"),
                            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
            int result = (int) setPriority.invokeExact(PRIO_PROCESS, CALLING_THREAD, NICE);
            if (result != 0) {
                LOG.debug("the priority of a thread could not be lowered, result={}", result);
            }
        } catch (Throwable e) {
            // Native access may be off. The thread then runs like any other.
            LOG.debug("the priority of a thread could not be lowered", e);
        }
    }
}
