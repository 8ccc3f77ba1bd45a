package dev.waybill.bench;

import dev.waybill.bench.lab.Child;
import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Service;
import dev.waybill.bench.report.Statistics;
import java.time.Duration;
import java.util.ArrayList;

/// The hundred healthy endpoints, and the cost of others for them.
final class Neighbours {

    /// Well below the capacity of the machine, so that latency is not queueing.
    private static final int PER_SECOND = 200;

    private static final int LINES = 64;

    static final Duration ANSWER_MAX = Duration.ofSeconds(30);
    private static final Duration ARRIVAL_STEP = Duration.ofMillis(20);
    private static final Duration ARRIVAL_MAX = Duration.ofSeconds(60);

    private final Child receiver;
    private final Child loader;
    private final BenchOptions options;
    private long refused;

    Neighbours(Lab lab, Service service, BenchOptions options) {
        this.options = options;
        this.receiver = lab.receiver(true);
        service.createEndpoints(Integer.parseInt(receiver.await("port", ANSWER_MAX)));
        this.loader = lab.loader(service.port(), Waybill.KEY, LINES, 1);
    }

    void warmUp() {
        if (!options.warmUp().isZero()) {
            var _ = flood(options.warmUp());
            var _ = drip(options.warmUp().dividedBy(2));
        }
    }

    /// Time for newcomers to settle, and for the service to compile the code they exercise.
    void meet() {
        var _ = drip(options.warmUp());
    }

    /// The median of the slices' 99th percentiles from publish to arrival, in milliseconds.
    double p99() {
        var slices = new ArrayList<Double>();
        for (int round = 0; round < options.rounds(); round++) {
            slices.add(drip(options.slice()));
        }
        return Statistics.median(slices);
    }

    /// The latency of a publisher: the medians of the slices' 99th percentiles.
    ///
    /// @param answerMillis from the request to its answer
    /// @param arrivalMillis from the request to the arrival of the delivery
    /// @param refused publishes that were not accepted
    record Publishing(double answerMillis, double arrivalMillis, long refused) {}

    Publishing publishing() {
        var answers = new ArrayList<Double>();
        var arrivals = new ArrayList<Double>();
        long before = refused;
        for (int round = 0; round < options.rounds(); round++) {
            arrivals.add(drip(options.slice()));
            answers.add(Long.parseLong(loader.ask("answers", "answers", ANSWER_MAX)) / 1e6);
        }
        return new Publishing(
                Statistics.median(answers), Statistics.median(arrivals), refused - before);
    }

    /// Deliveries a second at full load: the median of the slices.
    double rate() {
        var slices = new ArrayList<Double>();
        for (int round = 0; round < options.rounds(); round++) {
            slices.add(flood(options.slice()));
        }
        return Statistics.median(slices);
    }

    private double drip(Duration length) {
        receiver.ask("reset", "reset", ANSWER_MAX);
        long events = Math.max(1, length.toSeconds()) * PER_SECOND;
        var done =
                loader.ask(
                        "drip %d %d".formatted(PER_SECOND, events),
                        "done",
                        length.plus(ARRIVAL_MAX));
        long accepted = Long.parseLong(done.split(" ", -1)[0]);
        refused += Long.parseLong(done.split(" ", -1)[1]);
        boolean _ = Pace.until(() -> latency(0) >= accepted, ARRIVAL_STEP, ARRIVAL_MAX);
        return latency(2) / 1e6;
    }

    private double flood(Duration length) {
        long before = received();
        long start = System.nanoTime();
        var done = loader.ask("flood " + length.toMillis(), "done", length.plus(ARRIVAL_MAX));
        long accepted = Long.parseLong(done.split(" ", -1)[0]);
        boolean _ = Pace.until(() -> received() - before >= accepted, ARRIVAL_STEP, ARRIVAL_MAX);
        return (received() - before) / ((System.nanoTime() - start) / 1e9);
    }

    private long received() {
        return Long.parseLong(receiver.ask("count", "count", ANSWER_MAX));
    }

    /// Count, median, 99th percentile or longest, in nanoseconds.
    private long latency(int which) {
        return Long.parseLong(receiver.ask("latency", "latency", ANSWER_MAX).split(" ", -1)[which]);
    }
}
