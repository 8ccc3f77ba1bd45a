package dev.waybill.bench;

import dev.waybill.bench.lab.Child;
import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Postgres;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.lab.Service;
import dev.waybill.bench.report.Bound.AtLeast;
import dev.waybill.bench.report.Bound.AtMost;
import dev.waybill.bench.report.Figure;
import dev.waybill.bench.report.Result;
import dev.waybill.bench.report.Statistics;
import dev.waybill.bench.wire.TlsReceiver.Behaviour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Deliveries over TLS compared with plain HTTP: over kept connections, over new connections with a
/// resumed session, and over new connections with a full handshake. Each round has a slice of each.
final class Tls implements Scenario {

    private static final int LINES = 384;

    /// A new connection costs many times as much as a delivery over a kept one. With this part of
    /// the time for publishing, the slices take about equally long.
    private static final int PUBLISH_DIVISOR = 20;

    /// The endpoints of a slice are new, so their first deliveries open connections. That must not
    /// count where connections are kept.
    private static final Duration LEAD_IN = Duration.ofSeconds(2);

    private static final Duration LOADER_SLACK = Duration.ofSeconds(30);
    private static final Duration SETTLE_STEP = Duration.ofMillis(5);
    private static final Duration SETTLE_MAX = Duration.ofMinutes(3);

    private static final double KEPT_MIN = 0.8;
    private static final double RESUMED_MAX = 0.5;

    /// The processes of a run, without the receivers.
    private record Setting(
            Postgres postgres, Service service, Child loader, Ledger ledger, Progress progress) {}

    private final List<String> remarks = new ArrayList<>();

    @Override
    public Result run(Lab lab, BenchOptions options, Progress progress) throws Exception {
        progress.say("tls: starting PostgreSQL, receivers, service and load");
        var certificates = lab.certificates();
        var plain = new TlsCase(Behaviour.PLAIN, lab.tlsReceiver(Behaviour.PLAIN, certificates));
        var kept = new TlsCase(Behaviour.KEPT, lab.tlsReceiver(Behaviour.KEPT, certificates));
        var resumed =
                new TlsCase(Behaviour.RESUMED, lab.tlsReceiver(Behaviour.RESUMED, certificates));
        var full = new TlsCase(Behaviour.FULL, lab.tlsReceiver(Behaviour.FULL, certificates));
        var cases = List.of(plain, kept, resumed, full);
        var postgres = lab.postgres();
        postgres.create(Waybill.DATABASE);
        var url = postgres.urlFor(Waybill.DATABASE);
        var service = lab.service(url, Waybill.KEY, lab.namesWithTls(certificates));
        var loader = lab.loader(service.port(), Waybill.KEY, LINES, 1);
        var ledger = lab.keep(new Ledger(postgres.connect(Waybill.DATABASE)));
        var setting = new Setting(postgres, service, loader, ledger, progress);

        if (!options.warmUp().isZero()) {
            progress.say("warming up for about %d s".formatted(options.warmUp().toSeconds()));
            round(setting, cases, options.warmUp().dividedBy(cases.size()));
        }
        remarks.clear();
        cases.forEach(TlsCase::forgetWarmUp);
        for (int i = 1; i <= options.rounds(); i++) {
            progress.say("tls: round %d of %d".formatted(i, options.rounds()));
            round(setting, cases, options.slice());
        }
        return new Result("tls", figures(plain, kept, resumed, full), remarks);
    }

    private void round(Setting setting, List<TlsCase> cases, Duration length) {
        for (var each : cases) {
            var ids = each.createEndpoints(setting.service.defaultTenant());
            setting.postgres.checkpoint();
            deliver(setting, each, LEAD_IN);
            each.countHandshakes();
            var slice = slice(setting, each, length);
            each.stopCounting();
            setting.progress.say(
                    "  %-8s %,7.0f/s, processor per delivery: service %,.0f µs, receiver %,.0f µs"
                            .formatted(
                                    each.behaviour().code(),
                                    slice.perSecond(),
                                    slice.serviceMicros(),
                                    slice.receiverMicros()));
            each.add(slice);
            setting.service.defaultTenant().deleteEndpoints(ids);
        }
    }

    private TlsCase.Slice slice(Setting setting, TlsCase each, Duration length) {
        var serviceBefore = setting.service.child().cpuTime();
        var receiverBefore = each.receiverCpuTime();
        long start = System.nanoTime();
        long delivered = deliver(setting, each, length);
        long nanos = System.nanoTime() - start;
        var service = setting.service.child().cpuTime().minus(serviceBefore);
        var receiver = each.receiverCpuTime().minus(receiverBefore);
        return new TlsCase.Slice(
                delivered * 1e9 / nanos, micros(service, delivered), micros(receiver, delivered));
    }

    /// Publishes until nothing is open. Returns the number of deliveries.
    private long deliver(Setting setting, TlsCase each, Duration length) {
        var behaviour = each.behaviour();
        var publishing = behaviour.closes() ? length.dividedBy(PUBLISH_DIVISOR) : length;
        var last = setting.ledger.lastId();
        var done =
                setting.loader.ask(
                        "flood " + publishing.toMillis(), "done", publishing.plus(LOADER_SLACK));
        boolean settled = Pace.until(() -> !setting.ledger.anyOpen(), SETTLE_STEP, SETTLE_MAX);
        long delivered = setting.ledger.countAfter(last).delivered();
        long accepted = Long.parseLong(done.split(" ", -1)[0]);
        if (!settled || delivered != accepted) {
            var remark =
                    "%s: %d of %d events were delivered; the load says: %s"
                            .formatted(behaviour.code(), delivered, accepted, done);
            setting.progress.say("  " + remark);
            remarks.add(remark);
        }
        return delivered;
    }

    private static double micros(Duration used, long deliveries) {
        return used.toNanos() / 1e3 / Math.max(1, deliveries);
    }

    private static List<Figure> figures(
            TlsCase plain, TlsCase kept, TlsCase resumed, TlsCase full) {
        var figures = new ArrayList<Figure>();
        figures.add(
                Figure.of("ratio_kept", "kept TLS, × plain", ratioOfRates(kept, plain), 2)
                        .must(new AtLeast(KEPT_MIN)));
        figures.add(
                Figure.of("ratio_resumed", "resumed, × full", ratioOfCosts(resumed, full, kept), 2)
                        .must(new AtMost(RESUMED_MAX)));
        for (var each : List.of(plain, kept, resumed, full)) {
            var code = each.behaviour().code();
            figures.add(Figure.of(code + "_per_second", code + "/s", each.perSecond(), 0));
            var label = code + ", µs of ";
            figures.add(
                    Figure.of(code + "_service_us", label + "service", each.serviceMicros(), 0));
            figures.add(
                    Figure.of(code + "_receiver_us", label + "receiver", each.receiverMicros(), 0));
        }
        for (var each : List.of(kept, resumed, full)) {
            var code = each.behaviour().code();
            var seen = each.handshakes();
            figures.add(
                    Figure.of(code + "_full", code + ", full handshakes", (double) seen.full(), 0));
            figures.add(
                    Figure.of(code + "_resumed", code + ", resumed", (double) seen.resumed(), 0));
        }
        return figures;
    }

    /// The median of the rounds.
    private static double ratioOfRates(TlsCase one, TlsCase other) {
        var ratios = new ArrayList<Double>();
        for (int i = 0; i < one.slices().size(); i++) {
            ratios.add(one.slices().get(i).perSecond() / other.slices().get(i).perSecond());
        }
        return Statistics.median(ratios);
    }

    /// Processor time of the service for the new connections alone: without that of a delivery over
    /// a kept one. The median of the rounds.
    private static double ratioOfCosts(TlsCase one, TlsCase other, TlsCase kept) {
        var ratios = new ArrayList<Double>();
        for (int i = 0; i < one.slices().size(); i++) {
            double delivery = kept.slices().get(i).serviceMicros();
            ratios.add(
                    (one.slices().get(i).serviceMicros() - delivery)
                            / (other.slices().get(i).serviceMicros() - delivery));
        }
        return Statistics.median(ratios);
    }
}
