package dev.waybill.bench;

import dev.waybill.bench.lab.Child;
import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The time from a publish sent to its request received, at a steady 1,000 a second.
final class Latency implements Scenario {

    static final int PER_SECOND = 1_000;

    /// Far more than are open at once if an answer takes a tenth of a second.
    static final int LINES = 128;

    private static final Duration PORT_MAX = Duration.ofSeconds(30);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    private static final Duration ARRIVAL_STEP = Duration.ofMillis(20);
    private static final Duration ARRIVAL_MAX = Duration.ofSeconds(30);

    private static final double P50_MILLIS_MAX = 10;
    private static final double P50_MILLIS_AIM = 5;
    private static final double P99_MILLIS_MAX = 50;

    /// On a machine with a slow disk, the limit is this many commits.
    private static final double COMMITS_MAX = 3;

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        progress.say("latency: starting PostgreSQL, receiver, service and load");
        var postgres = lab.postgres();
        double commitMillis = postgres.commitTime().toNanos() / 1e6;
        progress.say("  a commit takes %.2f ms".formatted(commitMillis));
        var receiver = lab.receiver(true);
        int port = Integer.parseInt(receiver.await("port", PORT_MAX));
        postgres.create(Waybill.DATABASE);
        var service = lab.service(postgres.urlFor(Waybill.DATABASE), Waybill.KEY);
        service.createEndpoints(port);
        var loader = lab.loader(service.port(), Waybill.KEY, LINES, 1);

        var remarks = new ArrayList<String>();
        if (!options.warmUp().isZero()) {
            progress.say("warming up for %d s".formatted(options.warmUp().toSeconds()));
            drip(loader, receiver, PER_SECOND, options.warmUp());
            receiver.ask("reset", "reset", ANSWER_MAX);
        }
        postgres.checkpoint();
        progress.say("latency: measuring for %d s".formatted(options.slice().toSeconds()));
        var done = drip(loader, receiver, PER_SECOND, options.slice());
        var summary = receiver.ask("latency", "latency", ANSWER_MAX).split(" ", -1);
        long expected = options.slice().toSeconds() * PER_SECOND;
        if (Long.parseLong(summary[0]) != expected) {
            remarks.add(
                    "%s of %d events arrived; the load says: %s"
                            .formatted(summary[0], expected, done));
        }
        return new Result(
                "latency", figures(summary, commitMillis, service.residentMegabytes()), remarks);
    }

    /// Returns when all accepted events have arrived, or long after they should have.
    static String drip(Child loader, Child receiver, int perSecond, Duration length) {
        long count = length.toSeconds() * perSecond;
        var done =
                loader.ask(
                        "drip %d %d".formatted(perSecond, count), "done", length.plus(ARRIVAL_MAX));
        long accepted = Long.parseLong(done.split(" ", -1)[0]);
        boolean _ = Pace.until(() -> arrived(receiver) >= accepted, ARRIVAL_STEP, ARRIVAL_MAX);
        return done;
    }

    private static long arrived(Child receiver) {
        return Long.parseLong(receiver.ask("latency", "latency", ANSWER_MAX).split(" ", -1)[0]);
    }

    private static List<Figure> figures(String[] summary, double commitMillis, double megabytes) {
        double p50Max = Math.max(P50_MILLIS_MAX, COMMITS_MAX * commitMillis);
        return List.of(
                Figure.of("p50_ms", "p50 ms", millis(summary[1]), 2)
                        .must(new AtMost(p50Max))
                        .aim(new AtMost(P50_MILLIS_AIM)),
                Figure.of("p99_ms", "p99 ms", millis(summary[2]), 2)
                        .must(new AtMost(P99_MILLIS_MAX)),
                Figure.of("max_ms", "max ms", millis(summary[3]), 2),
                Figure.of("commit_ms", "a commit, ms", commitMillis, 2),
                Figure.of("rss_mb", "resident MB", megabytes, 0));
    }

    private static double millis(String nanos) {
        return Long.parseLong(nanos) / 1e6;
    }
}
