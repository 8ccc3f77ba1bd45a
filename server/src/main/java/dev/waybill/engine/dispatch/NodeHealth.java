package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.NodeBreaker;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.engine.deliver.egress.HostName;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether this process can deliver at all. While it cannot, it takes on only a few deliveries as
/// probes, and its failures do not count against endpoints.
public final class NodeHealth {

    private static final Logger LOG = LoggerFactory.getLogger(NodeHealth.class);

    private final InstantSource clock;
    private final NodeBreaker breaker = new NodeBreaker();

    public NodeHealth(InstantSource clock) {
        this.clock = clock;
    }

    /// The reason why the process cannot deliver, as a sentence; empty while it can.
    public Optional<String> condition() {
        return Optional.ofNullable(breaker.trouble())
                .map(trouble -> "This node cannot deliver: " + trouble + ".");
    }

    public boolean canDeliver() {
        return !breaker.isOpen();
    }

    /// Records the outcome of an attempt at this host.
    void after(Outcome outcome, String host) {
        boolean before = breaker.isOpen();
        breaker.after(outcome, HostName.site(host), clock.instant());
        if (breaker.isOpen() != before) {
            logChange();
        }
    }

    private void logChange() {
        var trouble = breaker.trouble();
        if (trouble == null) {
            LOG.info("this node delivers again");
        } else {
            LOG.error("this node cannot deliver and claims no deliveries: {}", trouble);
        }
    }

    /// Whether a delivery may be taken on. If it is not taken on after all, call [#unused].
    boolean admits() {
        return !breaker.isOpen() || breaker.admits(clock.instant());
    }

    /// The answer of [#admits], without counting a probe.
    boolean wouldAdmit() {
        return !breaker.isOpen() || breaker.wouldAdmit(clock.instant());
    }

    void unused() {
        if (breaker.isOpen()) {
            breaker.unused();
        }
    }
}
