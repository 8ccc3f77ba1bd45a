package dev.waybill.web.api.events;

import dev.waybill.web.http.Problem;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The threads on which data is checked by schemas. A check only computes, for up to a fraction of
/// a second. On virtual threads, which do not yield while they compute, a few checks would delay
/// every delivery and every answer.
final class SchemaChecks {

    private static final int WAITING_MAX = 1_000;

    private final ThreadPoolExecutor threads;

    SchemaChecks() {
        int number = Math.max(1, Runtime.getRuntime().availableProcessors() / 4);
        threads =
                new ThreadPoolExecutor(
                        number,
                        number,
                        10,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(WAITING_MAX),
                        Thread.ofPlatform().daemon().name("schema-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /// Waits for the result of the check.
    <T> T run(Supplier<T> check) {
        var task = new FutureTask<>(check::get);
        try {
            threads.execute(task);
            return task.get();
        } catch (RejectedExecutionException e) {
            throw Problem.unavailable(
                    "Too many events wait to be checked against a schema. Try again.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.unavailable("Waybill is stopping.");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a check failed", e.getCause());
        }
    }
}
