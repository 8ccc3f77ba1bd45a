package dev.waybill.engine.deliver.egress;

import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.access.Apps;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.client.PinnedSender;
import dev.waybill.infra.net.Cidr;
import dev.waybill.testing.ManualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A process that sends one request to each given address and prints the outcome. With
/// `without-ports` it first uses up all ports for connections to 127.0.0.1.
public final class CutOff {

    public static final String WITHOUT_PORTS = "without-ports";

    /// In its own network every port outside of the range to connect from is free.
    private static final int PORT = 8080;

    private CutOff() {}

    static void main(String[] arguments) throws Exception {
        var here = InetAddress.ofLiteral("127.0.0.1");
        if (!arguments[0].equals(WITHOUT_PORTS)) {
            for (var address : arguments) {
                print(address);
            }
            return;
        }
        var taken = new ArrayList<Socket>();
        try (var server = new ServerSocket(PORT, 50, here)) {
            useUp(server, taken);
            print("127.0.0.1");
        } finally {
            for (var socket : taken) {
                socket.close();
            }
        }
    }

    private static void useUp(ServerSocket server, List<Socket> taken) {
        try {
            while (true) {
                taken.add(new Socket(server.getInetAddress(), server.getLocalPort()));
            }
        } catch (IOException e) {
            // No port is left.
            System.err.println(taken.size() + " connections, then " + e);
        }
    }

    private static void print(String address) throws Exception {
        var allowed = List.of(Cidr.parse("0.0.0.0/0").orElseThrow());
        Resolver resolver = (_, _, _) -> List.of(InetAddress.ofLiteral(address));
        var guard = new EgressGuard(true, PortPolicy.DEFAULT, allowed, resolver);
        try (var sender = new PinnedSender(guard, new ManualClock(), null)) {
            var target = Target.parse("http://hooks.example:" + PORT + "/");
            var request =
                    new OutgoingRequest(
                            Apps.DEFAULT, target, NOON, "v1,x", List.of(), "{}".getBytes(UTF_8));
            var answer = sender.send(request, Duration.ofSeconds(20), false);
            System.out.println(address + " " + answer.outcome());
        }
    }
}
