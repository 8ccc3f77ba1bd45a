package dev.waybill.bench;

import dev.waybill.bench.lab.BenchFailed;
import dev.waybill.bench.lab.Child;
import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Postgres;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.lab.Service;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import dev.waybill.bench.report.Statistics;
import dev.waybill.domain.Retention;
import dev.waybill.feature.retention.forget.ArchiveStep;
import dev.waybill.feature.retention.forget.Forgetter;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.schedule.Sleeper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;

/// The cost of lists with millions of settled deliveries, and the cost of dropping a day for
/// publishers.
final class History implements Scenario {

    private static final double QUERY_MILLIS_MAX = 300;
    private static final double P99_RATIO_MAX = 2;
    private static final double LOCK_MILLIS_MAX = 100;

    /// The service drops at most a day in this time, so this is the worst case for publishers.
    private static final Duration DROPPING = Forgetter.PERIOD;

    private static final int TRIES_MAX = 600;
    private static final Duration TRY_AGAIN = Duration.ofSeconds(2);

    private static final int LINES = 128;
    private static final Duration PORT_MAX = Duration.ofSeconds(30);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        lab.requireRoom(
                options.deliveries() * Past.BYTES_EACH
                        + options.letters() * Past.BYTES_EACH_LETTER);
        progress.say("history: starting PostgreSQL, receiver, service and load");
        var postgres = lab.postgres();
        var receiver = lab.receiver(true);
        int port = Integer.parseInt(receiver.await("port", PORT_MAX));
        postgres.create(Waybill.DATABASE);
        var url = postgres.urlFor(Waybill.DATABASE);
        var service = lab.service(url, Waybill.KEY, Past.KEEP_EVERYTHING);
        service.createEndpoints(port);
        var loader = lab.loader(service.port(), Waybill.KEY, LINES, 1);
        var database = lab.keep(new Database(DatabaseUrl.parse(url)));

        progress.say(
                "making %,d settled deliveries and %,d dead letters"
                        .formatted(options.deliveries(), options.letters()));
        var past = new Past(database);
        past.make(options.deliveries(), options.letters(), progress);
        postgres.checkpoint();

        var figures = new ArrayList<Figure>();
        askEverything(service, past, options, progress, figures);
        var remarks = new ArrayList<String>();
        dropADay(
                new Publishing(loader, receiver),
                database,
                past,
                postgres,
                options,
                progress,
                figures,
                remarks);
        return new Result("history", figures, remarks);
    }

    private static void askEverything(
            Service service,
            Past past,
            BenchOptions options,
            Progress progress,
            List<Figure> figures) {
        for (var query : past.queries().entrySet()) {
            // Once for the caches, which are warm for repeated requests.
            service.get(query.getValue());
            var millis = new ArrayList<Double>();
            for (int i = 0; i < options.rounds(); i++) {
                long start = System.nanoTime();
                service.get(query.getValue());
                millis.add((System.nanoTime() - start) / 1e6);
            }
            double median = Statistics.median(millis);
            progress.say("  %s: %.1f ms".formatted(query.getValue(), median));
            figures.add(
                    Figure.of(query.getKey() + "_ms", query.getKey() + ", ms", median, 1)
                            .must(new AtMost(QUERY_MILLIS_MAX)));
        }
    }

    private static void dropADay(
            Publishing publishing,
            Database database,
            Past past,
            Postgres postgres,
            BenchOptions options,
            Progress progress,
            List<Figure> figures,
            List<String> remarks)
            throws Exception {
        if (!options.warmUp().isZero()) {
            publishing.p99Millis(options.warmUp());
        }
        // Before the day with deliveries there is an empty one.
        var forgetter =
                new Forgetter(database, Retention.DEFAULT, ArchiveStep.none(), Sleeper.REAL);
        forgetter.runOnce();
        postgres.checkpoint();
        var window = options.letters() == 0 ? DROPPING : options.slice();
        double before = publishing.p99Millis(window);
        long open = past.open();
        var forgetting = new FutureTask<>(() -> forget(forgetter));
        var watch = new LockWatch(database);
        Thread.ofVirtual().start(forgetting);
        Thread.ofVirtual().start(() -> watch.run(forgetting));
        long start = System.nanoTime();
        publishing.reset();
        do {
            publishing.publish(window);
        } while (!forgetting.isDone());
        double meanwhile = publishing.p99Millis();
        progress.say(
                "  dropping a day meanwhile: %s, measured for %.0f s"
                        .formatted(forgetting.get(), (System.nanoTime() - start) / 1e9));
        if (forgetting.get() != Forgetter.Pass.FORGOT) {
            remarks.add("no day could be dropped");
        }
        if (past.open() != open) {
            throw new BenchFailed("%d were open, %d are".formatted(open, past.open()));
        }
        figures.add(
                Figure.of("lock_ms", "longest lock, ms", watch.longestMillis(), 0)
                        .must(new AtMost(LOCK_MILLIS_MAX)));
        figures.add(Figure.of("p99_ms", "p99 ms", before, 2));
        figures.add(Figure.of("p99_dropping_ms", "p99 ms while a day goes", meanwhile, 2));
        figures.add(
                Figure.of("ratio_dropping", "of that without", meanwhile / before, 2)
                        .must(new AtMost(P99_RATIO_MAX)));
    }

    /// The service would retry after a minute. If it drops the day itself, that is measured.
    private static Forgetter.Pass forget(Forgetter forgetter) throws IOException {
        var pass = forgetter.runOnce();
        boolean byService = false;
        for (int tries = 1; hasToWait(pass) && tries < TRIES_MAX; tries++) {
            byService |= pass == Forgetter.Pass.ELSEWHERE;
            Pace.pause(TRY_AGAIN);
            pass = forgetter.runOnce();
        }
        return byService && pass == Forgetter.Pass.IDLE ? Forgetter.Pass.FORGOT : pass;
    }

    private static boolean hasToWait(Forgetter.Pass pass) {
        return pass == Forgetter.Pass.IN_USE || pass == Forgetter.Pass.ELSEWHERE;
    }

    /// From publish sent to request received.
    private record Publishing(Child loader, Child receiver) {

        double p99Millis(Duration length) {
            reset();
            publish(length);
            return p99Millis();
        }

        void reset() {
            receiver.ask("reset", "reset", ANSWER_MAX);
        }

        void publish(Duration length) {
            var _ = Latency.drip(loader, receiver, Latency.PER_SECOND, length);
        }

        /// Of all events since the reset.
        double p99Millis() {
            var summary = receiver.ask("latency", "latency", ANSWER_MAX).split(" ", -1);
            return Long.parseLong(summary[2]) / 1e6;
        }
    }
}
