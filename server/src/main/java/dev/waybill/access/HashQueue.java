package dev.waybill.access;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Hashes passwords, one at a time, on a platform thread of low priority. A hash takes a core for a
/// tenth of a second and more and never yields: on a virtual thread it would keep a carrier from
/// deliveries and requests.
///
/// A caller takes a [Place] before anything else, so that a crowd beyond the bound costs neither a
/// hash nor a database connection.
final class HashQueue {

    /// Some three seconds of hashing, about as long as a user waits for a sign-in.
    static final int PLACES = 16;

    private static final int IDLE_SECONDS = 30;

    private final Semaphore places = new Semaphore(PLACES);
    private final ThreadPoolExecutor thread;

    HashQueue() {
        // The places bound the queue.
        this.thread =
                new ThreadPoolExecutor(
                        1,
                        1,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        HashQueue::thread);
        thread.allowCoreThreadTimeOut(true);
    }

    // Nothing depends on the priority but how long others wait for a core.
    @SuppressWarnings("ThreadPriorityCheck")
    private static Thread thread(Runnable task) {
        return Thread.ofPlatform()
                .daemon()
                .name("passwords")
                .priority(Thread.MIN_PRIORITY)
                .unstarted(() -> {
                    Niceness.yieldToOthers();
                    task.run();
                });
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
                // Only if the caller was interrupted: nobody wants the hash any more.
                result.cancel(false);
            }
        }

        @Override
        public void close() {
            places.release();
        }
    }
}
