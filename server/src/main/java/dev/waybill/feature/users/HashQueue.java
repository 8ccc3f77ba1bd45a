package dev.waybill.feature.users;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Hashes passwords, one at a time, on a platform thread. On virtual threads a crowd of users who
/// sign in would keep the carriers from deliveries and requests.
///
/// A caller takes a [Place] before anything else, so that a crowd beyond the bound costs neither a
/// hash nor a database connection.
final class HashQueue {

    /// Some four seconds of hashing.
    static final int PLACES = 8;

    private static final int IDLE_SECONDS = 30;

    private final Semaphore places = new Semaphore(PLACES);
    private final ExecutorService thread = thread();

    /// The places bound its queue.
    private static ExecutorService thread() {
        var executor =
                new ThreadPoolExecutor(
                        1,
                        1,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name("passwords").factory());
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /// Null if the queue is full. A place must be closed.
    @Nullable Place tryEnter() {
        return places.tryAcquire() ? new Place() : null;
    }

    /// The right to hash.
    final class Place implements AutoCloseable {

        private Place() {}

        /// Waits for its turn, and for the result.
        <T> T hash(Supplier<T> work) throws InterruptedException {
            var result = thread.submit(work::get);
            try {
                return result.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a password could not be hashed", e.getCause());
            } finally {
                // Only if the caller was interrupted: the hash is no longer needed.
                result.cancel(false);
            }
        }

        @Override
        public void close() {
            places.release();
        }
    }
}
