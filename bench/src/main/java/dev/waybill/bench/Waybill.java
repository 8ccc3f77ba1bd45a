package dev.waybill.bench;

import dev.waybill.bench.lab.Child;
import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.lab.Postgres;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.lab.Service;
import dev.waybill.bench.reference.Contender;
import dev.waybill.bench.reference.Slice;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The service under load. A slice ends when no delivery is open: captured events that are not
/// delivered yet do not count.
final class Waybill implements Contender {

    static final String DATABASE = "bench_service";

    /// In the format that the service requires; it cannot be reached from outside this machine.
    static final String KEY = "bench-key-for-one-run-only";

    private static final Duration LOADER_SLACK = Duration.ofSeconds(30);
    private static final Duration SETTLE_STEP = Duration.ofMillis(5);
    private static final Duration SETTLE_MAX = Duration.ofSeconds(120);

    private final Postgres postgres;
    private final Service service;
    private final Child loader;
    private final Child receiver;
    private final Ledger ledger;
    private final Progress progress;
    private final List<String> remarks = new ArrayList<>();
    private Cost cost = Cost.NONE;
    private long delivered;
    private double residentMegabytes;

    /// @param receiver already started
    Waybill(Lab lab, Postgres postgres, Child receiver, int receiverPort, Load load, Progress said)
            throws SQLException {
        this.postgres = postgres;
        this.receiver = receiver;
        this.progress = said;
        postgres.create(DATABASE);
        this.service = lab.service(postgres.urlFor(DATABASE), KEY);
        service.createEndpoints(receiverPort);
        this.loader = lab.loader(service.port(), KEY, load.lines(), load.eventsPerRequest());
        this.ledger = lab.keep(new Ledger(postgres.connect(DATABASE)));
    }

    @Override
    public String name() {
        return "service";
    }

    @Override
    public Slice run(Duration length) {
        var last = ledger.lastId();
        var costBefore = costSoFar();
        long start = System.nanoTime();
        var done =
                loader.ask("flood " + length.toMillis(), "done", length.plus(LOADER_SLACK))
                        .split(" ", 3);
        boolean settled = Pace.until(() -> !ledger.anyOpen(), SETTLE_STEP, SETTLE_MAX);
        var took = Duration.ofNanos(System.nanoTime() - start);
        var costHere = costSoFar().minus(costBefore);
        cost = cost.plus(costHere);
        residentMegabytes = Math.max(residentMegabytes, service.residentMegabytes());

        var count = ledger.countAfter(last);
        delivered += count.delivered();
        progress.say("  " + costHere.perDelivery(count.delivered()));
        check(Long.parseLong(done[0]), Long.parseLong(done[1]), done.length > 2 ? done[2] : "");
        if (!settled || count.all() != count.delivered()) {
            remark(
                    "%d deliveries did not end as delivered"
                            .formatted(count.all() - count.delivered()));
        }
        if (count.all() != Long.parseLong(done[0])) {
            remark(
                    "%s events were accepted and %d deliveries made"
                            .formatted(done[0], count.all()));
        }
        return new Slice(count.delivered(), took);
    }

    /// Resets the counters: the warm-up does not count.
    void startCounting() {
        cost = Cost.NONE;
        delivered = 0;
        remarks.clear();
    }

    double statementsPerDelivery() {
        return cost.statements() / (double) delivered;
    }

    double commitsPerDelivery() {
        return cost.commits() / (double) delivered;
    }

    /// The most memory at the end of a slice.
    double residentMegabytes() {
        return residentMegabytes;
    }

    List<String> remarks() {
        return remarks;
    }

    Service service() {
        return service;
    }

    private void check(long accepted, long refused, String complaint) {
        if (refused > 0) {
            remark(
                    "%d of %d events were refused: %s"
                            .formatted(refused, accepted + refused, complaint));
        }
    }

    private void remark(String remark) {
        progress.say("  " + remark);
        remarks.add(remark);
    }

    private Cost costSoFar() {
        return new Cost(
                postgres.statements(DATABASE),
                postgres.commits(),
                service.child().cpuTime(),
                postgres.cpuTime(),
                loader.cpuTime(),
                receiver.cpuTime());
    }
}
