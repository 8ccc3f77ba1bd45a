package dev.waybill.infra.log;

import ch.qos.logback.classic.spi.IThrowableProxy;
import java.util.ArrayDeque;

/// A stack trace of limited length, the root cause first. Messages of exceptions stay in one line,
/// so that they cannot look like lines of their own.
final class StackText {

    private static final int FRAMES_MAX = 12;
    private static final int MESSAGE_LENGTH_MAX = 1_000;
    private static final int CAUSES_MAX = 100;

    private StackText() {}

    /// Every line ends with a line feed, and all but those of exceptions begin with a tab.
    static String of(IThrowableProxy thrown) {
        var causes = new ArrayDeque<IThrowableProxy>();
        for (var e = thrown; e != null && causes.size() < CAUSES_MAX; e = e.getCause()) {
            causes.addFirst(e);
        }
        var out = new StringBuilder(500);
        var relation = "";
        for (var cause : causes) {
            if (out.length() >= LogLine.ERROR_LENGTH_MAX) {
                return out.append("… (more causes)\n").toString();
            }
            out.append(relation);
            append(out, cause);
            relation = "Wrapped by: ";
        }
        return out.toString();
    }

    private static void append(StringBuilder out, IThrowableProxy cause) {
        out.append(cause.getClassName());
        if (cause.getMessage() != null) {
            out.append(": ");
            Visible.append(out, cause.getMessage(), MESSAGE_LENGTH_MAX);
        }
        out.append('\n');
        var frames = cause.getStackTraceElementProxyArray();
        int own = frames == null ? 0 : Math.max(frames.length - cause.getCommonFrames(), 0);
        for (int i = 0; i < Math.min(own, FRAMES_MAX); i++) {
            out.append('\t');
            Visible.append(out, frames[i].getSTEAsString(), MESSAGE_LENGTH_MAX);
            out.append('\n');
        }
        if (own > FRAMES_MAX) {
            out.append("\t… ").append(own - FRAMES_MAX).append(" more\n");
        }
    }
}
