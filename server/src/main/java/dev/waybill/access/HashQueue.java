package dev.waybill.access;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Hashes passwords, one at a time, on a platform thread that takes only processor time that is
/// left over. A hash takes a core for a tenth of a second and more and never yields: on a virtual
/// thread it would keep a carrier from deliveries and requests.
///
/// A machine that is never idle leaves no time over. A hash that is not done after a while is
/// computed on an ordinary thread, so that users can sign in while the machine is overloaded.
///
/// A caller takes a [Place] before anything else, so that a crowd beyond the bound costs neither a
/// hash nor a database connection.
final class HashQueue {

    /// Some two seconds of hashing.
    static final int PLACES = 8;

    /// Longer than all places take on a machine that is half idle.
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final int IDLE_SECONDS = 30;

    private final Semaphore places = new Semaphore(PLACES);
    private final Duration patience;
    private final ExecutorService leftOver;
    private final ExecutorService ordinary;

    HashQueue() {
        this(PATIENCE);
    }

    HashQueue(Duration patience) {
        this.patience = patience;
        this.leftOver = oneThread("passwords", IdleScheduling::apply);
        this.ordinary = oneThread("passwords-late", () -> {});
    }

    /// The places bound its queue.
    private static ExecutorService oneThread(String name, Runnable first) {
        var executor =
                new ThreadPoolExecutor(
                        1,
                        1,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        task ->
                                Thread.ofPlatform()
                                        .daemon()
                                        .name(name)
                                        .unstarted(() -> {
                                            first.run();
                                            task.run();
                                        }));
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
            var result = leftOver.submit(work::get);
            try {
                return result.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                return result(ordinary.submit(work::get));
            } catch (ExecutionException e) {
                throw failed(e);
            } finally {
                // Nobody waits for it any more.
                result.cancel(false);
            }
        }

        private <T> T result(Future<T> late) throws InterruptedException {
            try {
                return late.get();
            } catch (ExecutionException e) {
                throw failed(e);
            } finally {
                late.cancel(false);
            }
        }

        private static IllegalStateException failed(ExecutionException e) {
            return new IllegalStateException("a password could not be hashed", e.getCause());
        }

        @Override
        public void close() {
            places.release();
        }
    }
}
