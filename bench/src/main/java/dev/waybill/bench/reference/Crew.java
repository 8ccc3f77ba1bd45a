package dev.waybill.bench.reference;

import dev.waybill.bench.lab.BenchFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/// Runs tasks concurrently, a thread each, and waits for all of them.
final class Crew {

    private Crew() {}

    /// The sum of the results. The first failure is thrown after all tasks have ended.
    static long run(List<? extends Callable<Long>> tasks) {
        try (var threads = Executors.newFixedThreadPool(tasks.size())) {
            long sum = 0;
            for (var result : new ArrayList<>(threads.invokeAll(tasks))) {
                sum += result.get();
            }
            return sum;
        } catch (ExecutionException e) {
            throw new BenchFailed("a reference failed", e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted", e);
        }
    }
}
