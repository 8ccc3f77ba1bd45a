package dev.waybill.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Service;
import dev.waybill.bench.wire.Abuse;
import dev.waybill.bench.wire.HostileClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// Every kind of hostile client, without a key, against a service with a small heap: a publisher is
/// served all the time, and nothing is left of them. `-Dhostile.clients=10000` has more of them.
class HostileClientsTest {

    private static final int CLIENTS = Integer.getInteger("hostile.clients", 2_000);
    private static final int ADDRESSES_MANY = 250;
    private static final int HEAP_MEGABYTES = 256;

    /// More than the growth of a service in a minute; a leak of a kilobyte for each client is more.
    private static final long KEPT_BYTES_MAX = 16L << 20;

    /// Publishes that are answered while all the clients are there.
    private static final int PUBLISHES = 20;

    /// For a slow machine.
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private static final Duration STEP = Duration.ofMillis(10);

    @Test
    void aPublisherIsServedBesideThemAndNothingIsLeftOfThem() throws Exception {
        try (var lab = new Lab()) {
            var postgres = lab.postgres();
            postgres.create(Waybill.DATABASE);
            var service =
                    lab.smallService(
                            postgres.urlFor(Waybill.DATABASE), Waybill.KEY, HEAP_MEGABYTES);
            // The first of each kind also load classes and fill caches.
            for (var abuse : Abuse.values()) {
                attack(service, abuse, 1);
            }
            long before = liveHeapBytes(service);

            for (var abuse : Abuse.values()) {
                attack(service, abuse, ADDRESSES_MANY);
            }

            assertThat(liveHeapBytes(service) - before).as("kept").isLessThan(KEPT_BYTES_MAX);
            assertThat(Files.readString(lab.folder().resolve("service.log")))
                    .as("nothing is logged about requests that are refused")
                    .doesNotContain("ERROR")
                    .doesNotContain("\tat ");
        }
    }

    private static void attack(Service service, Abuse abuse, int addresses) throws Exception {
        try (var publisher = new Publisher(service)) {
            try (var clients =
                    new HostileClients(
                            service.port(), service.anAsset(), abuse, CLIENTS, addresses)) {
                await(() -> clients.opened() >= CLIENTS);
                int published = publisher.count();
                await(() -> publisher.count() >= published + PUBLISHES || publisher.hasFailed());
            }
            await(service::servesNewClient);
        }
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Pace.until(condition, STEP, PATIENCE)).isTrue();
    }

    /// Publishes all the time. Closing it fails if one publish did.
    private static final class Publisher implements AutoCloseable {

        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicInteger count = new AtomicInteger();
        private final FutureTask<Integer> task;

        Publisher(Service service) {
            this.task =
                    new FutureTask<>(() -> {
                        while (!over.get()) {
                            service.publish("hostile.clients");
                            count.incrementAndGet();
                        }
                        return count.get();
                    });
            Thread.ofPlatform().daemon().name("publisher").start(task);
        }

        int count() {
            return count.get();
        }

        boolean hasFailed() {
            return task.isDone();
        }

        @Override
        public void close() throws ExecutionException {
            over.set(true);
            try {
                assertThat(task.get()).isPositive();
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted", e);
            }
        }
    }

    /// How much of the service's heap is in use, after a collection of everything else.
    private static long liveHeapBytes(Service service) throws IOException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var histogram =
                new ProcessBuilder(jcmd, Long.toString(service.child().pid()), "GC.class_histogram")
                        .redirectErrorStream(true)
                        .start();
        try (var lines = histogram.inputReader(UTF_8)) {
            // "Total", instances, bytes
            return lines.lines()
                    .filter(line -> line.startsWith("Total"))
                    .mapToLong(line -> Long.parseLong(line.strip().split(" +", -1)[2]))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
