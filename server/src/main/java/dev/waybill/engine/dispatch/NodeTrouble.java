package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.NodeBreaker;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.engine.deliver.egress.HostName;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether this node can deliver at all. While it cannot, it takes nothing on but a few deliveries
/// to find out when it can again, and nobody judges endpoints by what it sees.
public final class NodeTrouble {

    private static final Logger LOG = LoggerFactory.getLogger(NodeTrouble.class);

    private final InstantSource clock;
    private final NodeBreaker breaker = new NodeBreaker();

    public NodeTrouble(InstantSource clock) {
        this.clock = clock;
    }

    /// Why the node cannot deliver, as a sentence; empty while it can.
    public Optional<String> condition() {
        return Optional.ofNullable(breaker.trouble())
                .map(trouble -> "This node cannot deliver: " + trouble + ".");
    }

    public boolean isOpen() {
        return breaker.isOpen();
    }

    /// An attempt at this host came to this.
    void after(Outcome outcome, String host) {
        boolean before = breaker.isOpen();
        breaker.after(outcome, HostName.site(host), clock.instant());
        if (breaker.isOpen() != before) {
            tell();
        }
    }

    private void tell() {
        var trouble = breaker.trouble();
        if (trouble == null) {
            LOG.info("this node delivers again");
        } else {
            LOG.error("this node cannot deliver, and takes nothing on: {}", trouble);
        }
    }

    /// Whether a delivery may be taken on. One that is not taken on after all is to be told by
    /// [#unused].
    boolean admits() {
        return !breaker.isOpen() || breaker.admits(clock.instant());
    }

    /// Whether [#admits] would say yes.
    boolean wouldAdmit() {
        return !breaker.isOpen() || breaker.wouldAdmit(clock.instant());
    }

    void unused() {
        if (breaker.isOpen()) {
            breaker.unused();
        }
    }
}
