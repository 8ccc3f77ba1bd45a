package dev.waybill.bench;

import dev.waybill.bench.lab.Certificates;
import dev.waybill.bench.lab.Child;
import dev.waybill.bench.lab.Tenant;
import dev.waybill.bench.report.Statistics;
import dev.waybill.bench.wire.Payload;
import dev.waybill.bench.wire.TlsReceiver.Behaviour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One way of connecting, with its receiver and the measurements so far.
final class TlsCase {

    /// A TLS 1.3 session is used once, and the JDK keeps ten of a host: with more connections at
    /// once, some could not resume one.
    private static final int IN_FLIGHT_MAX = 8;

    private static final Duration PORT_MAX = Duration.ofSeconds(30);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    /// One slice.
    ///
    /// @param serviceMicros processor time of the service for each delivery
    /// @param receiverMicros the same of the receiver, which shares the machine
    record Slice(double perSecond, double serviceMicros, double receiverMicros) {}

    /// Handshakes that the receiver saw.
    record Handshakes(long full, long resumed) {

        private static final Handshakes NONE = new Handshakes(0, 0);

        private Handshakes plus(Handshakes other) {
            return new Handshakes(full + other.full, resumed + other.resumed);
        }

        private Handshakes minus(Handshakes other) {
            return new Handshakes(full - other.full, resumed - other.resumed);
        }
    }

    private final Behaviour behaviour;
    private final Child receiver;
    private final int port;
    private final List<Slice> slices = new ArrayList<>();
    private Handshakes before = Handshakes.NONE;
    private Handshakes counted = Handshakes.NONE;

    TlsCase(Behaviour behaviour, Child receiver) {
        this.behaviour = behaviour;
        this.receiver = receiver;
        this.port = Integer.parseInt(receiver.await("port", PORT_MAX));
    }

    Behaviour behaviour() {
        return behaviour;
    }

    /// An endpoint for each event type, each with its own host name. Returns their ids.
    List<String> createEndpoints(Tenant tenant) {
        var scheme = behaviour == Behaviour.PLAIN ? "http" : "https";
        var ids = new ArrayList<String>();
        for (int i = 0; i < Payload.ENDPOINTS; i++) {
            var url = "%s://%s:%d/".formatted(scheme, Certificates.hostOf(i), port);
            ids.add(tenant.createEndpoint(url, Payload.eventType(i), IN_FLIGHT_MAX));
        }
        return ids;
    }

    void forgetWarmUp() {
        slices.clear();
        counted = Handshakes.NONE;
    }

    void countHandshakes() {
        before = handshakesSoFar();
    }

    void stopCounting() {
        counted = counted.plus(handshakesSoFar().minus(before));
    }

    void add(Slice slice) {
        slices.add(slice);
    }

    List<Slice> slices() {
        return slices;
    }

    double perSecond() {
        return Statistics.median(slices.stream().map(Slice::perSecond).toList());
    }

    double serviceMicros() {
        return Statistics.median(slices.stream().map(Slice::serviceMicros).toList());
    }

    double receiverMicros() {
        return Statistics.median(slices.stream().map(Slice::receiverMicros).toList());
    }

    Duration receiverCpuTime() {
        return receiver.cpuTime();
    }

    /// Those of all slices.
    Handshakes handshakes() {
        return counted;
    }

    private Handshakes handshakesSoFar() {
        var words = receiver.ask("handshakes", "handshakes", ANSWER_MAX).split(" ", -1);
        return new Handshakes(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }
}
