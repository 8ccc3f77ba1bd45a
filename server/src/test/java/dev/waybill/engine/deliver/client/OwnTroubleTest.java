package dev.waybill.engine.deliver.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.engine.deliver.egress.CutOff;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The errors of the kernel without ports or routes, in a process with its own network ([CutOff]),
/// and the sender's decision whether the fault is local.
public class OwnTroubleTest {

    private static final String PORTS = "/proc/sys/net/ipv4/ip_local_port_range";

    /// A network in which everything is routed to the process itself.
    private static final String CONNECTED = "ip link set lo up && ip route add default dev lo";

    @Test
    void withoutAnyRouteNothingIsSentAndItIsOurTrouble() throws Exception {
        assertThat(in("true", "198.51.100.1", "127.0.0.1"))
                .containsExactly(
                        "198.51.100.1 NotSent[fault=ROUTE]", "127.0.0.1 NotSent[fault=ROUTE]");
    }

    @Test
    void withoutPortsNothingIsSentAndItIsOurTrouble() throws Exception {
        var network = CONNECTED + " && echo 40000 40003 >" + PORTS;

        assertThat(in(network, CutOff.WITHOUT_PORTS))
                .containsExactly("127.0.0.1 NotSent[fault=PORTS]");
    }

    /// The error of a router (no route to host), of the kernel for an unknown net, for a prohibited
    /// one, and for the broadcast address of its own net.
    @Test
    void anAddressThatCannotBeReachedWhileOthersCanIsTheEndpointsTrouble() throws Exception {
        var network =
                CONNECTED
                        + " && ip route add unreachable 198.51.100.0/24"
                        + " && ip route add throw 203.0.113.0/24"
                        + " && ip route add prohibit 198.18.0.0/24"
                        + " && ip route add table local broadcast 198.18.1.255 dev lo";

        assertThat(in(network, "198.51.100.1", "203.0.113.1", "198.18.0.1", "198.18.1.255"))
                .containsExactly(
                        "198.51.100.1 Unanswered[fault=CONNECT_OTHER]",
                        "203.0.113.1 Unanswered[fault=CONNECT_OTHER]",
                        "198.18.0.1 Unanswered[fault=CONNECT_OTHER]",
                        "198.18.1.255 Unanswered[fault=CONNECT_OTHER]");
    }

    /// The output of the process in a network that these commands have made.
    private static List<String> in(String network, String... arguments) throws Exception {
        assumeTrue(
                run(unshared("ip link set lo up && test -w " + PORTS)).exitCode == 0,
                "networks of one's own are not allowed here");
        var command = new ArrayList<>(unshared(network + " && exec \"$@\""));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(CutOff.class.getName());
        command.addAll(List.of(arguments));
        var result = run(command);
        assertThat(result.exitCode).as(String.join("\n", result.lines)).isZero();
        return result.lines;
    }

    private static List<String> unshared(String script) {
        return List.of("unshare", "--map-root-user", "--net", "sh", "-c", script, "sh");
    }

    private record Result(int exitCode, List<String> lines) {}

    private static Result run(List<String> command) throws InterruptedException {
        try {
            var process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            try (var output = process.inputReader(UTF_8)) {
                var lines = output.readAllLines();
                return new Result(process.waitFor(), lines);
            }
        } catch (IOException e) {
            return new Result(127, List.of(e.toString()));
        }
    }
}
