package dev.waybill.bench;

import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Postgres;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.lab.SignInCrowd;
import dev.waybill.bench.lab.Tenant;
import dev.waybill.bench.report.Bound.AtLeast;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// The cost of other tenants for healthy endpoints: p99 with them divided by p99 just before. The
/// others are a hung endpoint of the same app, many slow endpoints of another app, endpoints whose
/// names do not resolve, and users who sign in.
final class Isolation implements Scenario {

    private static final int HUNG_WAITING = 100_000;
    private static final int SLOW_ENDPOINTS = 320;

    /// Enough to wait for an answer all the time: with 10,000 under way, about 800 are answered in
    /// a second.
    private static final int SLOW_EVENTS = 300;

    private static final Duration SLOW_ANSWER = Duration.ofSeconds(12);
    private static final int NAMES = 200;
    private static final int NAME_EVENTS = 20;
    private static final int USERS = 50;
    private static final int SMALL = 1_000;
    private static final int LARGE = 250_000;

    private static final double RATIO_MAX = 2;
    private static final double RATIO_AIM = 1.2;
    private static final double RATE_MIN = 0.9;

    /// The time in which the database writes the changes of deleting a backlog.
    private static final Duration SETTLING = Duration.ofSeconds(10);

    private static final Duration GONE_STEP = Duration.ofMillis(200);
    private static final Duration GONE_MAX = Duration.ofMinutes(3);

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        progress.say("isolation: starting PostgreSQL, receivers, service and load");
        var postgres = lab.postgres();
        postgres.create(Waybill.DATABASE);
        var service =
                lab.service(
                        postgres.urlFor(Waybill.DATABASE), Waybill.KEY, lab.namesOfThisMachine());
        var ledger = lab.keep(new Ledger(postgres.connect(Waybill.DATABASE)));
        var neighbours = new Neighbours(lab, service, options);
        var hung = lab.slowReceiver(Duration.ZERO);
        var slow = lab.slowReceiver(SLOW_ANSWER);
        var other = service.newTenant("other");
        var report = new Report(postgres, neighbours, progress);
        neighbours.warmUp();

        double aloneRate = neighbours.rate();
        report.alone();
        try (var _ = backlog(service.defaultTenant(), ledger, 1, hung::url, HUNG_WAITING, SMALL)) {
            report.beside("hung", "one hung, 100,000 waiting");
            report.rate(aloneRate);
        }
        report.alone();
        try (var _ = backlog(other, ledger, SLOW_ENDPOINTS, slow::url, SLOW_EVENTS, SMALL)) {
            report.beside("slow", "320 slow, 1 KB");
        }
        report.alone();
        try (var _ = backlog(other, ledger, SLOW_ENDPOINTS, slow::url, SLOW_EVENTS, LARGE)) {
            report.beside("slow_large", "320 slow, 250 KB");
        }
        report.alone();
        try (var _ = backlog(other, ledger, NAMES, Isolation::nowhere, NAME_EVENTS, SMALL)) {
            report.beside("names", "200 names that do not resolve");
        }
        report.alone();
        try (var crowd = new SignInCrowd(service, USERS)) {
            report.beside("sign_ins", "50 sign-ins at once");
            progress.say(
                    "  %d passwords looked at, %d tries refused"
                            .formatted(crowd.checked(), crowd.refused()));
        }
        report.figures.add(Figure.of("rss_mb", "resident MB", service.residentMegabytes(), 0));
        return new Result("isolation", report.figures, List.of());
    }

    /// A name that is not in the only file that the service reads.
    private static String nowhere(int number) {
        return "http://bench-%d.invalid/".formatted(number);
    }

    private interface Backlog extends AutoCloseable {
        @Override
        void close();
    }

    /// Endpoints with this many events each. At the end the endpoints are deleted and nothing is
    /// left to deliver.
    private static Backlog backlog(
            Tenant tenant,
            Ledger ledger,
            int endpoints,
            IntFunction<String> urls,
            int events,
            int bytes) {
        var ids = tenant.createEndpoints(endpoints, urls, "bench.backlog");
        tenant.publish("bench.backlog", bytes, events);
        return () -> {
            tenant.deleteEndpoints(ids);
            boolean _ = Pace.until(() -> !ledger.anyOpen(), GONE_STEP, GONE_MAX);
        };
    }

    /// Measures the neighbours, and collects the figures.
    private static final class Report {

        private final Postgres postgres;
        private final Neighbours neighbours;
        private final Progress progress;
        private final List<Figure> figures = new ArrayList<>();
        private double alone;

        Report(Postgres postgres, Neighbours neighbours, Progress progress) {
            this.postgres = postgres;
            this.neighbours = neighbours;
            this.progress = progress;
        }

        void alone() {
            postgres.checkpoint();
            Pace.pause(SETTLING);
            alone = neighbours.p99();
        }

        void beside(String name, String label) {
            postgres.checkpoint();
            neighbours.meet();
            double beside = neighbours.p99();
            progress.say("  %s: p99 %.2f ms alone, %.2f with them".formatted(name, alone, beside));
            figures.add(
                    Figure.of("ratio_" + name, label + ", p99 / alone", beside / alone, 2)
                            .must(new AtMost(RATIO_MAX))
                            .aim(new AtMost(RATIO_AIM)));
            figures.add(Figure.of(name + "_alone_p99_ms", "p99 ms alone", alone, 2));
            figures.add(Figure.of(name + "_p99_ms", "p99 ms with them", beside, 2));
        }

        void rate(double aloneRate) {
            double rate = neighbours.rate();
            progress.say("  %.0f/s alone, %.0f with it".formatted(aloneRate, rate));
            figures.add(
                    Figure.of("ratio_rate", "throughput, with it / alone", rate / aloneRate, 2)
                            .must(new AtLeast(RATE_MIN)));
        }
    }
}
