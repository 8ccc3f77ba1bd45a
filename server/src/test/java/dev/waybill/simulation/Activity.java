package dev.waybill.simulation;

import java.time.Instant;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// One activity of a simulated process, on a separate thread that runs only while the [Stage] lets
/// it.
final class Activity {

    /// The work of an activity.
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    private final Node node;
    private final String name;
    private final Semaphore turn = new Semaphore(0);
    private volatile Instant readyAt;
    private volatile boolean done;
    private volatile @Nullable Throwable failure;

    Activity(Node node, String name, Body body, Instant readyAt, Semaphore driver) {
        this.node = node;
        this.name = name;
        this.readyAt = readyAt;
        Thread.ofVirtual().name(name).start(() -> play(body, driver));
    }

    private void play(Body body, Semaphore driver) {
        turn.acquireUninterruptibly();
        try {
            if (node.alive()) {
                body.run();
            }
        } catch (Exception | Error e) {
            failure = e;
        } finally {
            done = true;
            driver.release();
        }
    }

    Node node() {
        return node;
    }

    String name() {
        return name;
    }

    Instant readyAt() {
        return readyAt;
    }

    boolean done() {
        return done;
    }

    @Nullable Throwable failure() {
        return failure;
    }

    void go(Semaphore driver) {
        turn.release();
        driver.acquireUninterruptibly();
    }

    /// Called by its own thread: lets the driver go on until the time has come and it is chosen.
    void rest(Instant until, Semaphore driver) {
        // Activities of a dead process may still clean up, but nothing would resume them.
        node.mustLive();
        readyAt = until;
        driver.release();
        turn.acquireUninterruptibly();
        node.mustLive();
    }
}
