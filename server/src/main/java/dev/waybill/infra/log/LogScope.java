package dev.waybill.infra.log;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The ids of what a thread works on. Each line that it logs meanwhile carries them. They are bound
/// for the time of a call, so they can neither stay behind nor reach another thread. They become
/// text only when a line is written.
public final class LogScope {

    public static final String REQUEST_ID = "request_id";
    public static final String DELIVERY_ID = "delivery_id";
    public static final String EVENT_ID = "event_id";
    public static final String ENDPOINT_ID = "endpoint_id";
    public static final String APP_ID = "app_id";

    private static final ScopedValue<LogScope> CURRENT = ScopedValue.newInstance();

    private static final LogScope NONE = new LogScope(null, Map::of);

    private final @Nullable LogScope outer;
    private final Supplier<Map<String, String>> ids;

    private LogScope(@Nullable LogScope outer, Supplier<Map<String, String>> ids) {
        this.outer = outer;
        this.ids = ids;
    }

    /// Does some work with these ids, in addition to those that the thread has already.
    public static <R, X extends Throwable> R call(
            Supplier<Map<String, String>> ids, ScopedValue.CallableOp<? extends R, X> work)
            throws X {
        return ScopedValue.where(CURRENT, new LogScope(current(), ids)).call(work);
    }

    /// The same without a result.
    public static void run(Supplier<Map<String, String>> ids, Runnable work) {
        ScopedValue.where(CURRENT, new LogScope(current(), ids)).run(work);
    }

    /// The scope of this thread, for work that another thread continues.
    public static LogScope current() {
        return CURRENT.isBound() ? CURRENT.get() : NONE;
    }

    /// Continues the work of this scope.
    public void resume(Runnable work) {
        ScopedValue.where(CURRENT, this).run(work);
    }

    /// The ids by name, those of outer scopes first.
    Map<String, String> ids() {
        Map<String, String> all = outer == null ? new LinkedHashMap<>() : outer.ids();
        all.putAll(ids.get());
        return all;
    }
}
