package dev.waybill.bench;

import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.lab.Service;
import dev.waybill.bench.report.Bound.AtLeast;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What endpoints that hang or are slow, with a backlog, cost those of the same app that are well:
/// p99 beside them over p99 just before, and throughput likewise.
final class Isolation implements Scenario {

    private static final String HUNG = "bench.hung";
    private static final String SLOW = "bench.slow";
    private static final String SLOW_LARGE = "bench.slow_large";

    private static final int HUNG_WAITING = 100_000;
    private static final int SLOW_ENDPOINTS = 320;
    private static final int SLOW_EVENTS = 120;
    private static final Duration SLOW_ANSWER = Duration.ofSeconds(12);
    private static final int SMALL = 1_000;
    private static final int LARGE = 250_000;

    private static final double RATIO_MAX = 2;
    private static final double RATIO_AIM = 1.2;
    private static final double RATE_MIN = 0.9;

    /// Until those that hang are known to, and as much is under way as may be.
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private static final Duration GONE_STEP = Duration.ofMillis(200);
    private static final Duration GONE_MAX = Duration.ofMinutes(3);

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        progress.say("isolation: starting PostgreSQL, receivers, service and load");
        var postgres = lab.postgres();
        postgres.create(Waybill.DATABASE);
        var service = lab.service(postgres.urlFor(Waybill.DATABASE), Waybill.KEY);
        var ledger = lab.keep(new Ledger(postgres.connect(Waybill.DATABASE)));
        var neighbours = new Neighbours(lab, service, options);
        var hung = lab.slowReceiver(Duration.ZERO);
        var slow = lab.slowReceiver(SLOW_ANSWER);
        neighbours.warmUp();

        var figures = new ArrayList<Figure>();
        double aloneRate = neighbours.rate();
        double alone = neighbours.p99();
        var endpoints = service.createEndpoints(1, hung.url(), HUNG);
        service.publish(HUNG, SMALL, HUNG_WAITING);
        Pace.pause(SETTLING);
        double beside = neighbours.p99();
        double besideRate = neighbours.rate();
        progress.say(
                "  hung: p99 %.2f ms alone, %.2f beside; %.0f/s alone, %.0f beside"
                        .formatted(alone, beside, aloneRate, besideRate));
        figures.add(ratio("hung", "one hung, 100,000 waiting", beside / alone));
        figures.add(
                Figure.of("ratio_rate", "throughput, beside / alone", besideRate / aloneRate, 2)
                        .must(new AtLeast(RATE_MIN)));
        figures.add(Figure.of("alone_p99_ms", "p99 ms alone", alone, 2));
        figures.add(Figure.of("p99_ms", "p99 ms beside it", beside, 2));
        clear(service, ledger, endpoints);

        figures.addAll(slow(service, ledger, neighbours, slow.url(), SLOW, SMALL, progress));
        figures.addAll(slow(service, ledger, neighbours, slow.url(), SLOW_LARGE, LARGE, progress));
        figures.add(Figure.of("rss_mb", "resident MB", service.residentMegabytes(), 0));
        return new Result("isolation", figures, List.of());
    }

    /// The same beside many that answer after 12 s, all of one app.
    private static List<Figure> slow(
            Service service,
            Ledger ledger,
            Neighbours neighbours,
            String url,
            String type,
            int bytes,
            Progress progress) {
        double alone = neighbours.p99();
        var endpoints = service.createEndpoints(SLOW_ENDPOINTS, url, type);
        service.publish(type, bytes, SLOW_EVENTS);
        Pace.pause(SETTLING);
        double beside = neighbours.p99();
        progress.say(
                "  %s: p99 %.2f ms alone, %.2f beside, %.0f MB resident"
                        .formatted(type, alone, beside, service.residentMegabytes()));
        var name = type.substring("bench.".length());
        clear(service, ledger, endpoints);
        return List.of(
                ratio(name, "320 slow, %,d bytes".formatted(bytes), beside / alone),
                Figure.of(name + "_p99_ms", "p99 ms beside them", beside, 2));
    }

    private static Figure ratio(String name, String label, double ratio) {
        return Figure.of("ratio_" + name, label + ", p99 / alone", ratio, 2)
                .must(new AtMost(RATIO_MAX))
                .aim(new AtMost(RATIO_AIM));
    }

    private static void clear(Service service, Ledger ledger, List<String> endpoints) {
        service.deleteEndpoints(endpoints);
        boolean _ = Pace.until(() -> !ledger.anyOpen(), GONE_STEP, GONE_MAX);
    }
}
