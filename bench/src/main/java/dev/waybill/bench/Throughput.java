package dev.waybill.bench;

import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Postgres;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.reference.Ceiling;
import dev.waybill.bench.reference.Contender;
import dev.waybill.bench.reference.Slice;
import dev.waybill.bench.reference.Textbook;
import dev.waybill.bench.report.Bound;
import dev.waybill.bench.report.Bound.AtLeast;
import dev.waybill.bench.report.Bound.Free;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import dev.waybill.bench.report.Statistics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// How many deliveries a second, from publish to settled, compared with ceiling and textbook.
final class Throughput implements Scenario {

    /// The code of the references is compiled after a few thousand rows.
    private static final Duration REFERENCE_WARM_UP_MAX = Duration.ofSeconds(5);

    /// The ceiling writes about 50 MB a second, the others less.
    private static final long BYTES_PER_SECOND = 75_000_000;

    private static final Duration PORT_MAX = Duration.ofSeconds(30);

    /// The ratios that must be reached, and those that should be.
    private record Targets(Bound ceiling, Bound ceilingAim, Bound textbook, Bound textbookAim) {}

    private final String name;
    private final Load load;
    private final Targets targets;

    private Throughput(String name, Load load, Targets targets) {
        this.name = name;
        this.load = load;
        this.targets = targets;
    }

    /// Single publishes. With fewer connections the service has less to commit together.
    static Throughput single(int connections) {
        return new Throughput(
                "throughput",
                new Load(connections, 1),
                new Targets(new AtLeast(0.30), new AtLeast(0.45), new AtLeast(5), new AtLeast(10)));
    }

    /// Batch publishes of the same size as the ceiling's, enough of them open to keep the service
    /// busy.
    static Throughput batch() {
        return new Throughput(
                "batch",
                new Load(4, 500),
                new Targets(new AtLeast(0.45), new AtLeast(0.6), new Free(), new Free()));
    }

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        progress.say(name + ": starting PostgreSQL, receiver, service and load");
        long seconds =
                options.slice().toSeconds() * options.rounds() + options.warmUp().toSeconds();
        lab.requireRoom(seconds * BYTES_PER_SECOND);
        var clock = InstantSource.system();
        var postgres = lab.postgres();
        var receiver = lab.receiver(false);
        int port = Integer.parseInt(receiver.await("port", PORT_MAX));
        var ceiling = lab.keep(new Ceiling(postgres.create("bench_ceiling"), clock));
        var textbook = lab.keep(new Textbook(postgres.create("bench_textbook"), port, clock));
        var service = new Waybill(lab, postgres, receiver, port, load, progress);

        warmUp(service, List.of(ceiling, textbook), options, progress);
        service.startCounting();
        var rounds = new ArrayList<Round>();
        for (int i = 1; i <= options.rounds(); i++) {
            progress.say("%s: round %d of %d".formatted(name, i, options.rounds()));
            var round =
                    new Round(
                            measure(ceiling, options, postgres, progress),
                            measure(service, options, postgres, progress),
                            measure(textbook, options, postgres, progress));
            progress.say(
                    "  %.2f × ceiling, %.1f × textbook"
                            .formatted(round.ratioCeiling(), round.ratioTextbook()));
            rounds.add(round);
        }
        return new Result(name, figures(rounds, service), service.remarks());
    }

    private static void warmUp(
            Waybill service, List<Contender> references, BenchOptions options, Progress progress) {
        if (options.warmUp().isZero()) {
            return;
        }
        progress.say("warming up for %d s".formatted(options.warmUp().toSeconds()));
        service.run(options.warmUp());
        for (var reference : references) {
            reference.run(
                    options.warmUp().compareTo(REFERENCE_WARM_UP_MAX) < 0
                            ? options.warmUp()
                            : REFERENCE_WARM_UP_MAX);
        }
    }

    private static Slice measure(
            Contender contender, BenchOptions options, Postgres postgres, Progress progress) {
        postgres.checkpoint();
        var slice = contender.run(options.slice());
        progress.say("  %-8s %,7.0f/s".formatted(contender.name(), slice.perSecond()));
        return slice;
    }

    private List<Figure> figures(List<Round> rounds, Waybill service) {
        return List.of(
                Figure.of(
                        "deliveries_per_second",
                        "deliveries/s",
                        median(rounds, round -> round.service().perSecond()),
                        0),
                Figure.of(
                        "ceiling_per_second",
                        "ceiling/s",
                        median(rounds, round -> round.ceiling().perSecond()),
                        0),
                Figure.of(
                        "textbook_per_second",
                        "textbook/s",
                        median(rounds, round -> round.textbook().perSecond()),
                        0),
                Figure.of("ratio_ceiling", "× ceiling", median(rounds, Round::ratioCeiling), 3)
                        .must(targets.ceiling)
                        .aim(targets.ceilingAim),
                Figure.of("ratio_textbook", "× textbook", median(rounds, Round::ratioTextbook), 2)
                        .must(targets.textbook)
                        .aim(targets.textbookAim),
                Figure.of(
                        "statements_per_delivery",
                        "statements per delivery",
                        service.statementsPerDelivery(),
                        4),
                Figure.of(
                        "commits_per_delivery",
                        "commits per delivery",
                        service.commitsPerDelivery(),
                        4),
                Figure.of("rss_mb", "resident MB", service.residentMegabytes(), 0));
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> value) {
        return Statistics.median(rounds.stream().mapToDouble(value).boxed().toList());
    }
}
