package dev.waybill.bench;

import dev.waybill.bench.Neighbours.Publishing;
import dev.waybill.bench.lab.BenchFailed;
import dev.waybill.bench.lab.HostileCrowd;
import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.lab.Service;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import dev.waybill.bench.wire.Abuse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The cost of hostile clients without a key for a publisher with one, in a service with a small
/// heap: p99 with ten thousand of each kind divided by p99 just before, and the time until a new
/// client is served after they are gone.
final class Clients implements Scenario {

    private static final int HEAP_MEGABYTES = 256;
    private static final int CLIENTS = 10_000;
    private static final int ADDRESSES_MANY = 1_000;

    private static final double RATIO_MAX = 3;
    private static final double SERVED_SECONDS_MAX = 5;

    /// For all clients to connect once.
    private static final Duration CONNECTING_MAX = Duration.ofSeconds(20);

    private static final Duration STEP = Duration.ofMillis(20);
    private static final Duration SERVED_MAX = Duration.ofSeconds(60);

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        progress.say("clients: starting PostgreSQL, receiver, service, load and hostile clients");
        var postgres = lab.postgres();
        postgres.create(Waybill.DATABASE);
        var service =
                lab.smallService(postgres.urlFor(Waybill.DATABASE), Waybill.KEY, HEAP_MEGABYTES);
        var publisher = new Neighbours(lab, service, options);
        var attack = new Attack(lab.hostileClients(service), service, publisher, progress);
        publisher.warmUp();
        for (var abuse : Abuse.values()) {
            postgres.checkpoint();
            attack.measure(abuse, 1);
            attack.measure(abuse, ADDRESSES_MANY);
        }
        return new Result("clients", attack.figures(), attack.remarks);
    }

    /// Measures with each kind of clients, and collects the figures.
    private static final class Attack {

        private final HostileCrowd crowd;
        private final Service service;
        private final Neighbours publisher;
        private final Progress progress;
        private final List<Figure> figures = new ArrayList<>();
        private final List<String> remarks = new ArrayList<>();
        private double ratioMost;
        private double servedSecondsMost;
        private double megabytesMost;

        Attack(HostileCrowd crowd, Service service, Neighbours publisher, Progress progress) {
            this.crowd = crowd;
            this.service = service;
            this.publisher = publisher;
            this.progress = progress;
        }

        void measure(Abuse abuse, int addresses) {
            var alone = publisher.publishing();
            crowd.attack(abuse, CLIENTS, addresses);
            boolean _ = Pace.until(() -> crowd.opened() >= CLIENTS, STEP, CONNECTING_MAX);
            var beside = publisher.publishing();
            int open = crowd.open();
            int opened = crowd.opened();
            double megabytes = service.residentMegabytes();
            crowd.stop();
            double servedSeconds = untilServed();
            var name = abuse.code() + (addresses == 1 ? "_one" : "_many");
            double ratio =
                    Math.max(
                            beside.answerMillis() / alone.answerMillis(),
                            beside.arrivalMillis() / alone.arrivalMillis());
            progress.say(
                    ("  %s: p99 ms of the response %.2f alone, %.2f with them; of the delivery"
                                    + " %.2f, %.2f; %d open of %d, %.0f MB, served after %.2f s")
                            .formatted(
                                    name,
                                    alone.answerMillis(),
                                    beside.answerMillis(),
                                    alone.arrivalMillis(),
                                    beside.arrivalMillis(),
                                    open,
                                    opened,
                                    megabytes,
                                    servedSeconds));
            if (alone.refused() + beside.refused() > 0) {
                remarks.add("%d publishes failed with %s".formatted(beside.refused(), name));
            }
            ratioMost = Math.max(ratioMost, ratio);
            servedSecondsMost = Math.max(servedSecondsMost, servedSeconds);
            megabytesMost = Math.max(megabytesMost, megabytes);
            add(name, alone, beside);
            figures.add(Figure.of(name + "_open", "  open", open, 0));
            figures.add(Figure.of(name + "_made", "  connections made", opened, 0));
            figures.add(
                    Figure.of(name + "_served_s", "  served again after s", servedSeconds, 2)
                            .must(new AtMost(SERVED_SECONDS_MAX)));
        }

        private void add(String name, Publishing alone, Publishing beside) {
            figures.add(
                    Figure.of(
                                    "ratio_" + name,
                                    name + ", p99",
                                    beside.arrivalMillis() / alone.arrivalMillis(),
                                    2)
                            .must(new AtMost(RATIO_MAX)));
            figures.add(
                    Figure.of(
                                    "ratio_answer_" + name,
                                    "  p99 of the response",
                                    beside.answerMillis() / alone.answerMillis(),
                                    2)
                            .must(new AtMost(RATIO_MAX)));
            figures.add(
                    Figure.of(name + "_alone_p99_ms", "  p99 ms alone", alone.arrivalMillis(), 2));
            figures.add(
                    Figure.of(name + "_p99_ms", "  p99 ms with them", beside.arrivalMillis(), 2));
        }

        /// Seconds until a new client is served.
        private double untilServed() {
            long start = System.nanoTime();
            if (!Pace.until(service::servesNewClient, STEP, SERVED_MAX)) {
                throw new BenchFailed("no new client is served");
            }
            return (System.nanoTime() - start) / 1e9;
        }

        List<Figure> figures() {
            var all = new ArrayList<Figure>();
            all.add(
                    Figure.of("ratio_worst", "p99, with them / alone, worst", ratioMost, 2)
                            .must(new AtMost(RATIO_MAX)));
            all.add(
                    Figure.of("served_s_worst", "served again after s, worst", servedSecondsMost, 2)
                            .must(new AtMost(SERVED_SECONDS_MAX)));
            all.add(Figure.of("rss_mb", "resident MB, most", megabytesMost, 0));
            all.addAll(figures);
            return all;
        }
    }
}
