package dev.waybill.bench;

import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Launcher;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import dev.waybill.bench.report.Statistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// How long a start with embedded PostgreSQL takes, without the first, which creates the database.
final class Start implements Scenario {

    private static final double MILLIS_MAX = 4_000;
    private static final double MILLIS_AIM = 2_000;

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        var data = lab.folder().resolve("data");
        progress.say("start: the first, which makes the database");
        double first = lab.startOnce(data, Waybill.KEY).toNanos() / 1e6;
        var millis = new ArrayList<Double>();
        for (int i = 1; i <= options.rounds(); i++) {
            double took = lab.startOnce(data, Waybill.KEY).toNanos() / 1e6;
            progress.say("start: %d of %d, %.0f ms".formatted(i, options.rounds(), took));
            millis.add(took);
        }
        var remark =
                Launcher.command().isPresent()
                        ? "started by the launcher"
                        : "started by java, as the launcher would";
        return new Result(
                "start",
                List.of(
                        Figure.of("p50_ms", "median ms", Statistics.median(millis), 0)
                                .must(new AtMost(MILLIS_MAX))
                                .aim(new AtMost(MILLIS_AIM)),
                        Figure.of("max_ms", "max ms", Collections.max(millis), 0),
                        Figure.of("first_ms", "first start ms", first, 0)),
                List.of(remark));
    }
}
