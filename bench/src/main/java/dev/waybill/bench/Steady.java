package dev.waybill.bench;

import dev.waybill.bench.lab.Child;
import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Postgres;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.lab.Service;
import dev.waybill.bench.lab.StatementTimes;
import dev.waybill.bench.lab.ThreadTimes;
import dev.waybill.bench.report.Bound;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Bound.Free;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The cost of a delivery at moderate rates, when there is little to commit together.
final class Steady implements Scenario {

    /// A rate, and the processor time that service and PostgreSQL together may take for a delivery.
    private record Rate(int perSecond, Bound must, Bound aim) {}

    private static final List<Rate> RATES =
            List.of(
                    new Rate(50, new Free(), new Free()),
                    new Rate(200, new AtMost(1_000), new AtMost(500)),
                    new Rate(1_000, new AtMost(500), new Free()));

    private static final Duration PORT_MAX = Duration.ofSeconds(30);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    /// After a change of the rate, for results that wait for company and for the JVM.
    private static final Duration ADJUSTMENT = Duration.ofSeconds(2);

    /// Locks are counted after the measured time, because counting them takes time of the server.
    private static final Duration LOCKS_WATCHED = Duration.ofSeconds(2);

    private static final Duration LOCKS_STEP = Duration.ofMillis(5);

    /// Threads that take less than this for a delivery are not named.
    private static final double THREAD_MICROS_MIN = 5;

    private static final int STATEMENTS_SHOWN = 8;

    /// The consumption so far.
    private record Reading(Cost cost, StatementTimes times, ThreadTimes threads) {

        Reading minus(Reading other) {
            return new Reading(
                    cost.minus(other.cost), times.minus(other.times), threads.minus(other.threads));
        }
    }

    private record Bench(Postgres postgres, Service service, Child loader, Child receiver) {

        Reading read() {
            return new Reading(
                    new Cost(
                            postgres.statements(Waybill.DATABASE),
                            postgres.commits(),
                            service.child().cpuTime(),
                            postgres.cpuTime(),
                            loader.cpuTime(),
                            receiver.cpuTime()),
                    postgres.statementTimes(Waybill.DATABASE),
                    ThreadTimes.of(service.child().pid()));
        }

        String drip(int perSecond, Duration length) {
            return Latency.drip(loader, receiver, perSecond, length);
        }

        String[] latencies() {
            return receiver.ask("latency", "latency", ANSWER_MAX).split(" ", -1);
        }

        void forgetLatencies() {
            receiver.ask("reset", "reset", ANSWER_MAX);
        }
    }

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        progress.say("steady: starting PostgreSQL, receiver, service and load");
        var bench = start(lab);
        if (!options.warmUp().isZero()) {
            progress.say("warming up for %d s".formatted(options.warmUp().toSeconds()));
            var _ = bench.drip(Latency.PER_SECOND, options.warmUp());
        }
        var figures = new ArrayList<Figure>();
        var remarks = new ArrayList<String>();
        for (var rate : RATES) {
            progress.say("steady: %d events a second".formatted(rate.perSecond));
            figures.addAll(measure(bench, rate, options.slice(), progress, remarks));
        }
        figures.add(Figure.of("rss_mb", "resident MB", bench.service.residentMegabytes(), 0));
        return new Result("steady", figures, remarks);
    }

    private static Bench start(Lab lab) {
        var postgres = lab.postgres();
        postgres.trackPlanning();
        var receiver = lab.receiver(true);
        int port = Integer.parseInt(receiver.await("port", PORT_MAX));
        postgres.create(Waybill.DATABASE);
        var service = lab.service(postgres.urlFor(Waybill.DATABASE), Waybill.KEY);
        service.createEndpoints(port);
        var loader = lab.loader(service.port(), Waybill.KEY, Latency.LINES, 1);
        return new Bench(postgres, service, loader, receiver);
    }

    private static List<Figure> measure(
            Bench bench, Rate rate, Duration slice, Progress progress, List<String> remarks)
            throws InterruptedException {
        bench.postgres.checkpoint();
        bench.forgetLatencies();
        var _ = bench.drip(rate.perSecond, ADJUSTMENT);
        bench.forgetLatencies();
        bench.postgres.forgetStatements();
        var before = bench.read();
        var done = bench.drip(rate.perSecond, slice);
        var used = bench.read().minus(before);
        var latencies = bench.latencies();
        long events = slice.toSeconds() * rate.perSecond;
        progress.say("  " + used.cost.perDelivery(events));
        progress.say("  threads of the service: " + threads(used.threads, events));
        bench.postgres
                .costliestStatements(Waybill.DATABASE, STATEMENTS_SHOWN)
                .forEach(line -> progress.say("  " + line));
        if (Long.parseLong(latencies[0]) != events) {
            remarks.add(
                    "%s of %d events arrived; the load says: %s"
                            .formatted(latencies[0], events, done));
        }
        return figures(rate, events, used, latencies, locks(bench, rate));
    }

    /// The most that one transaction was seen to hold.
    private static int locks(Bench bench, Rate rate) throws InterruptedException {
        var load = Thread.ofVirtual().start(() -> bench.drip(rate.perSecond, LOCKS_WATCHED));
        int most = 0;
        while (load.isAlive()) {
            most = Math.max(most, bench.postgres.locks(Waybill.DATABASE));
            Pace.pause(LOCKS_STEP);
        }
        load.join();
        return most;
    }

    private static String threads(ThreadTimes times, long events) {
        return times.byName().entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .filter(thread -> micros(thread.getValue(), events) >= THREAD_MICROS_MIN)
                .map(thread ->
                        "%s %.0f µs".formatted(thread.getKey(), micros(thread.getValue(), events)))
                .collect(Collectors.joining(", "));
    }

    private static List<Figure> figures(
            Rate rate, long events, Reading used, String[] latencies, int locks) {
        double service = micros(used.cost.service(), events);
        double postgres = micros(used.cost.postgres(), events);
        return List.of(
                figure("cpu_us", "CPU µs", rate, service + postgres, 0)
                        .must(rate.must)
                        .aim(rate.aim),
                figure("service_us", "service µs", rate, service, 0),
                figure("postgres_us", "PostgreSQL µs", rate, postgres, 0),
                figure("plan_us", "planning µs", rate, used.times.planned() * 1e3 / events, 1),
                figure("execute_us", "executing µs", rate, used.times.executed() * 1e3 / events, 1),
                figure(
                        "statements",
                        "statements",
                        rate,
                        used.cost.statements() / (double) events,
                        3),
                figure("commits", "commits", rate, used.cost.commits() / (double) events, 3),
                figure("locks", "locks at once", rate, locks, 0),
                figure("p50_ms", "p50 ms", rate, Long.parseLong(latencies[1]) / 1e6, 2),
                figure("p99_ms", "p99 ms", rate, Long.parseLong(latencies[2]) / 1e6, 2));
    }

    private static Figure figure(String field, String label, Rate rate, double value, int digits) {
        return Figure.of(
                "%s_%d".formatted(field, rate.perSecond),
                "%,d/s: %s".formatted(rate.perSecond, label),
                value,
                digits);
    }

    private static double micros(Duration used, long deliveries) {
        return used.toNanos() / 1e3 / deliveries;
    }
}
