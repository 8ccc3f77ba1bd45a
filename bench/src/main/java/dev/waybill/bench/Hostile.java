package dev.waybill.bench;

import dev.waybill.bench.lab.Child;
import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.lab.Service;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import dev.waybill.bench.report.Statistics;
import dev.waybill.bench.wire.HostileReceiver;
import dev.waybill.bench.wire.Trick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;

/// The cost that two hundred hostile endpoints cause to healthy ones: the latency of the healthy
/// with them, divided by the latency without, slice by slice.
final class Hostile implements Scenario {

    private static final String EVENT_TYPE = "bench.hostile_";
    private static final int ENDPOINTS = 200;

    /// Well below the capacity of the machine, so that latency is not queueing.
    private static final int PER_SECOND = 200;

    private static final int LINES = 64;
    private static final double RATIO_MAX = 2;

    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
    private static final Duration ARRIVAL_STEP = Duration.ofMillis(20);
    private static final Duration ARRIVAL_MAX = Duration.ofSeconds(30);

    /// An event a second for each of them; most keep it for their whole time limit.
    private static final Duration HOSTILE_PERIOD = Duration.ofSeconds(1);

    /// An event for all of them at once: a burst, which costs something even with healthy
    /// endpoints.
    private static final String EVERYBODY = "bench.hostile";

    /// Longer than any slice.
    private static final Duration ATTACK_MAX = Duration.ofMinutes(10);

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        progress.say("hostile: starting PostgreSQL, receivers, service and load");
        var postgres = lab.postgres();
        var receiver = lab.receiver(true);
        var hostile = lab.hostileReceiver();
        postgres.create(Waybill.DATABASE);
        var service = lab.service(postgres.urlFor(Waybill.DATABASE), Waybill.KEY);
        service.createEndpoints(Integer.parseInt(receiver.await("port", ANSWER_MAX)));
        int hostilePort = Integer.parseInt(hostile.await("port", ANSWER_MAX));
        var tricks = Trick.values();
        for (int i = 0; i < ENDPOINTS; i++) {
            var url = HostileReceiver.urlAt(hostilePort, tricks[i % tricks.length]);
            service.createEndpoint(url, EVENT_TYPE + i, EVERYBODY);
        }
        var loader = lab.loader(service.port(), Waybill.KEY, LINES, 1);
        if (!options.warmUp().isZero()) {
            progress.say("warming up for %d s".formatted(options.warmUp().toSeconds()));
            var _ = millis(loader, receiver, options.warmUp());
            // The hostile endpoints exercise code that has not run before and must be compiled.
            var _ = inTurn(service, () -> millis(loader, receiver, options.warmUp()));
        }
        var ratios = new ArrayList<Double>();
        var alone = new ArrayList<Double>();
        var beside = new ArrayList<Double>();
        var atOnce = new ArrayList<Double>();
        for (int round = 1; round <= options.rounds(); round++) {
            alone.add(millis(loader, receiver, options.slice()));
            beside.add(inTurn(service, () -> millis(loader, receiver, options.slice())));
            ratios.add(beside.getLast() / alone.getLast());
            atOnce.add(atOnce(service, () -> millis(loader, receiver, options.slice())));
            progress.say(
                    "  round %d: p99 %.2f ms alone, %.2f ms with them, %.2f ms with bursts"
                            .formatted(round, alone.getLast(), beside.getLast(), atOnce.getLast()));
        }
        long attacked = Long.parseLong(hostile.ask("count", "count", ANSWER_MAX));
        return new Result(
                "hostile",
                figures(ratios, alone, beside, atOnce, attacked, service.residentMegabytes()),
                attacked == 0 ? List.of("no hostile endpoint was called") : List.of());
    }

    private static List<Figure> figures(
            List<Double> ratios,
            List<Double> alone,
            List<Double> beside,
            List<Double> atOnce,
            long attacked,
            double megabytes) {
        return List.of(
                Figure.of("ratio_hostile", "p99, with them / alone", Statistics.median(ratios), 2)
                        .must(new AtMost(RATIO_MAX)),
                Figure.of("alone_p99_ms", "p99 ms alone", Statistics.median(alone), 2),
                Figure.of("p99_ms", "p99 ms with them", Statistics.median(beside), 2),
                Figure.of("burst_p99_ms", "p99 ms, all at once", Statistics.median(atOnce), 2),
                Figure.of("hostile_requests", "requests to the hostile", (double) attacked, 0),
                Figure.of("rss_mb", "resident MB", megabytes, 0));
    }

    /// Runs a slice while events for one endpoint after another are published.
    private static double inTurn(Service service, DoubleSupplier slice)
            throws InterruptedException {
        var turn = new AtomicInteger();
        return underAttack(
                () -> service.publish(EVENT_TYPE + turn.getAndIncrement() % ENDPOINTS),
                HOSTILE_PERIOD.dividedBy(ENDPOINTS),
                slice);
    }

    /// Runs a slice while events for all of them are published.
    private static double atOnce(Service service, DoubleSupplier slice)
            throws InterruptedException {
        return underAttack(() -> service.publish(EVERYBODY), HOSTILE_PERIOD, slice);
    }

    private static double underAttack(Runnable blow, Duration period, DoubleSupplier slice)
            throws InterruptedException {
        var over = new AtomicBoolean();
        var attack =
                Thread.ofVirtual()
                        .start(() ->
                                Pace.until(
                                        () -> {
                                            blow.run();
                                            return over.get();
                                        },
                                        period,
                                        ATTACK_MAX));
        try {
            return slice.getAsDouble();
        } finally {
            over.set(true);
            attack.join();
        }
    }

    /// The p99 of the healthy endpoints over a slice.
    private static double millis(Child loader, Child receiver, Duration length) {
        receiver.ask("reset", "reset", ANSWER_MAX);
        long count = length.toSeconds() * PER_SECOND;
        var done =
                loader.ask(
                        "drip %d %d".formatted(PER_SECOND, count),
                        "done",
                        length.plus(ARRIVAL_MAX));
        long accepted = Long.parseLong(done.split(" ", -1)[0]);
        boolean _ =
                Pace.until(
                        () -> Long.parseLong(latency(receiver)[0]) >= accepted,
                        ARRIVAL_STEP,
                        ARRIVAL_MAX);
        return Long.parseLong(latency(receiver)[2]) / 1e6;
    }

    private static String[] latency(Child receiver) {
        return receiver.ask("latency", "latency", ANSWER_MAX).split(" ", -1);
    }
}
