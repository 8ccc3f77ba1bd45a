package dev.waybill.bench;

import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.lab.Visitor;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import dev.waybill.bench.report.Statistics;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The cost of pages with a month of deliveries: the third slowest of forty requests for each page
/// of the dashboard and the portal.
final class PageLooks implements Scenario {

    private static final double P95_MILLIS_MAX = 200;
    private static final int LOOKS = 40;

    /// For the caches and the compiler: the measured service has been running for a while.
    private static final int LOOKS_BEFORE = 10;

    private static final Duration PORT_MAX = Duration.ofSeconds(30);

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        lab.requireRoom(options.deliveries() * Past.BYTES_EACH);
        progress.say("pages: starting PostgreSQL, receiver and service");
        var postgres = lab.postgres();
        int port = Integer.parseInt(lab.receiver(true).await("port", PORT_MAX));
        postgres.create(Waybill.DATABASE);
        var url = postgres.urlFor(Waybill.DATABASE);
        var service = lab.service(url, Waybill.KEY, Past.KEEP_EVERYTHING);
        service.createEndpoints(port);
        var database = lab.keep(new Database(DatabaseUrl.parse(url)));

        progress.say("making %,d settled deliveries".formatted(options.deliveries()));
        var past = new Past(database);
        past.make(options.deliveries(), 0, progress);
        postgres.checkpoint();

        var all = new ArrayList<Double>();
        try (var operator = service.operator();
                var customer = service.customer()) {
            all.addAll(lookAt(past.dashboard(), operator, progress));
            all.addAll(lookAt(past.portal(), customer, progress));
        }
        var figures =
                List.of(
                        Figure.of("pages", "pages looked at", all.size(), 0),
                        Figure.of("median_ms", "p95 ms of the median page", median(all), 1),
                        Figure.of("worst_ms", "p95 ms of the slowest page", max(all), 1)
                                .must(new AtMost(P95_MILLIS_MAX)));
        return new Result("pages", figures, List.of());
    }

    /// The time of each page.
    private static List<Double> lookAt(List<String> pages, Visitor visitor, Progress progress) {
        var p95s = new ArrayList<Double>();
        for (var page : pages) {
            for (int i = 0; i < LOOKS_BEFORE; i++) {
                visitor.look(page);
            }
            var millis = new ArrayList<Double>();
            for (int i = 0; i < LOOKS; i++) {
                long start = System.nanoTime();
                visitor.look(page);
                millis.add((System.nanoTime() - start) / 1e6);
            }
            millis.sort(null);
            double p95 = millis.get(LOOKS * 95 / 100);
            progress.say("  %s: %.1f ms".formatted(page, p95));
            p95s.add(p95);
        }
        return p95s;
    }

    private static double median(List<Double> values) {
        return Statistics.median(values);
    }

    private static double max(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }
}
