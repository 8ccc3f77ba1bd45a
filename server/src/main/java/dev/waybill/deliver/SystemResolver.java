package dev.waybill.deliver;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The system's resolver, bounded in number and time: a look-up blocks a real thread in native code
/// and cannot be interrupted, so a dead name server must not be able to take them all. Everybody
/// who asks for a host waits for the same look-up, and an answer is good for a moment.
public final class SystemResolver implements Resolver {

    private static final int LOOKUPS_AT_ONCE_MAX = 64;

    /// Beyond this, look-ups fail at once: they would only time out.
    private static final int WAITING_MAX = 1_000;

    /// Short: a name may move, and whoever moves it should not have to wait for us.
    private static final Duration ANSWER_LIFE = Duration.ofSeconds(5);

    private static final int ANSWERS_MAX = 20_000;

    private record Lookup(Future<List<InetAddress>> answer, long startedNanos) {

        boolean usable() {
            boolean fresh = System.nanoTime() - startedNanos < ANSWER_LIFE.toNanos();
            return switch (answer.state()) {
                case RUNNING -> true;
                case SUCCESS -> fresh;
                case FAILED, CANCELLED -> false;
            };
        }
    }

    private final ConcurrentHashMap<String, Lookup> lookups = new ConcurrentHashMap<>();
    private final ExecutorService threads;

    public SystemResolver() {
        var pool =
                new ThreadPoolExecutor(
                        LOOKUPS_AT_ONCE_MAX,
                        LOOKUPS_AT_ONCE_MAX,
                        30,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(WAITING_MAX),
                        Thread.ofPlatform().daemon().name("dns-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    @Override
    public List<InetAddress> resolve(String host, Duration timeLimit) throws UnknownHostException {
        try {
            return List.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException notALiteral) {
            return lookUp(host, timeLimit);
        }
    }

    private List<InetAddress> lookUp(String host, Duration timeLimit) throws UnknownHostException {
        try {
            return lookupOf(host).answer.get(timeLimit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            var unknown = new UnknownHostException(host);
            unknown.initCause(e);
            throw unknown;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException(host);
        }
    }

    private Lookup lookupOf(String host) {
        if (lookups.size() > ANSWERS_MAX) {
            lookups.values().removeIf(lookup -> !lookup.usable());
        }
        return lookups.compute(
                host, (_, known) -> known != null && known.usable() ? known : start(host));
    }

    private Lookup start(String host) {
        var answer = threads.submit(() -> List.of(InetAddress.getAllByName(host)));
        return new Lookup(answer, System.nanoTime());
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
