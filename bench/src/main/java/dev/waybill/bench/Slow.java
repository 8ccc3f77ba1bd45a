package dev.waybill.bench;

import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.report.Bound.AtLeast;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Ten thousand endpoints that answer after 5 s, all with a request under way: their memory, and
/// their cost for healthy endpoints of another app. They get their events a hundred at a time, all
/// within the time of an answer.
final class Slow implements Scenario {

    private static final String TYPE = "bench.slow_";

    /// With [#ENDPOINTS_PER_GROUP], as many as an app may have.
    private static final int GROUPS = 100;

    private static final int ENDPOINTS_PER_GROUP = 100;
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int BYTES = 1_000;

    private static final double MEGABYTES_MAX = 1_024;
    private static final double RATIO_MAX = 2;

    /// Nearly all of them at the peak.
    private static final double UNDER_WAY_MIN = 9_800;

    /// Two rounds over all of them.
    private static final Duration SETTLING = ANSWER.multipliedBy(3);

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        progress.say("slow: starting PostgreSQL, receivers, service and load");
        var postgres = lab.postgres();
        postgres.create(Waybill.DATABASE);
        var service = lab.service(postgres.urlFor(Waybill.DATABASE), Waybill.KEY);
        var neighbours = new Neighbours(lab, service, options);
        var slow = lab.slowReceiver(ANSWER);
        var tenant = service.newTenant("slow");
        progress.say("slow: making %d endpoints".formatted(GROUPS * ENDPOINTS_PER_GROUP));
        for (int group = 0; group < GROUPS; group++) {
            var _ = tenant.createEndpoints(ENDPOINTS_PER_GROUP, slow::url, TYPE + group);
        }
        neighbours.warmUp();
        double alone = neighbours.p99();

        var over = new AtomicBoolean();
        var most = new AtomicInteger();
        var publisher =
                Thread.ofVirtual()
                        .start(() ->
                                Pace.every(
                                        ANSWER.dividedBy(GROUPS),
                                        turn -> {
                                            tenant.publish(TYPE + turn % GROUPS, BYTES, 1);
                                            most.accumulateAndGet(slow.open(), Math::max);
                                            return !over.get();
                                        }));
        double beside;
        try {
            Pace.pause(SETTLING);
            neighbours.meet();
            beside = neighbours.p99();
        } finally {
            over.set(true);
            publisher.join();
        }
        double megabytes = service.residentMegabytes();
        progress.say(
                "  p99 %.2f ms alone, %.2f with them; %d under way, %.0f MB resident"
                        .formatted(alone, beside, most.get(), megabytes));
        return new Result(
                "slow",
                List.of(
                        Figure.of("rss_mb", "resident MB", megabytes, 0)
                                .must(new AtMost(MEGABYTES_MAX)),
                        Figure.of("under_way", "under way at once, most", most.get(), 0)
                                .must(new AtLeast(UNDER_WAY_MIN)),
                        Figure.of("ratio_slow", "p99, with them / alone", beside / alone, 2)
                                .must(new AtMost(RATIO_MAX)),
                        Figure.of("alone_p99_ms", "p99 ms alone", alone, 2),
                        Figure.of("p99_ms", "p99 ms with them", beside, 2)),
                List.of());
    }
}
