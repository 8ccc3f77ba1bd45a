package dev.waybill.journey;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.SeenRequests.Seen;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Requests that a proxy and the service might read differently. The proxy names in a header the
/// request that it means; the service must see no other, and every client must get its own
/// responses.
class ProxiedFramingsJourneyTest {

    /// A proxy that waits for more is left alone after this time; nothing else depends on it.
    private static final int SILENCE_MILLIS = 2_000;

    private static final int CLIENTS = 32;

    private static final Pattern RESPONSE = Pattern.compile("<for [^>]*>");

    private static ReverseProxy start(ProxySetup setup, SeenRequests service) throws Exception {
        var recipe = setup.recipe();
        var saying =
                switch (setup.program()) {
                    case NGINX ->
                            recipe.withBefore(
                                    "proxy_read_timeout",
                                    "proxy_set_header Meant \"$request_method $uri\";");
                    case HAPROXY ->
                            recipe.withBefore(
                                    "default_backend",
                                    "http-request set-header Meant \"%[method] %[path]\"");
                };
        return ReverseProxy.start(setup.program(), saying, service.port());
    }

    @ParameterizedTest
    @EnumSource(
            value = ProxySetup.class,
            names = {"NGINX", "HAPROXY"})
    void theServiceSeesWhatTheProxyMeansAndNothingElse(ProxySetup setup) throws Exception {
        check(setup, "http/1.1", Framings.clear(), Framings.ambiguous());
    }

    @ParameterizedTest
    @EnumSource(
            value = ProxySetup.class,
            names = {"NGINX", "HAPROXY"})
    void theSameInHttp2(ProxySetup setup) throws Exception {
        check(setup, "h2", Http2Framings.clear(), Http2Framings.ambiguous());
    }

    /// The bytes that are sent on one connection.
    ///
    /// @param clear whether there is only one way to read it
    private record Sent(String bytes, boolean clear) {}

    private static void check(
            ProxySetup setup, String protocol, List<String> clear, List<String> ambiguous)
            throws Exception {
        var sent = new ArrayList<Sent>();
        clear.forEach(bytes -> sent.add(new Sent(numbered(bytes, sent.size()), true)));
        ambiguous.forEach(bytes -> sent.add(new Sent(numbered(bytes, sent.size()), false)));
        var service = new SeenRequests();
        var received = new ArrayList<String>();
        try (service;
                var proxy = start(setup, service)) {
            received.addAll(sendAll(proxy, protocol, sent));
        }

        // Only now: the proxy has ended, so nothing is on its way any more.
        assertMeant(service.all());
        for (int i = 0; i < sent.size(); i++) {
            var responses = RESPONSE.matcher(received.get(i)).results().map(MatchResult::group);
            var first = numbered("<for /first/NNN>", i);
            var follower = numbered("<for /follower/NNN>", i);
            if (sent.get(i).clear) {
                assertThat(responses).containsExactlyInAnyOrder(first, follower);
            } else {
                assertThat(responses)
                        .as("responses to %s", sent.get(i).bytes)
                        .isSubsetOf(first, numbered("<for /hidden/NNN>", i), follower);
            }
        }
    }

    private static void assertMeant(List<Seen> requests) {
        assertThat(requests).filteredOn(request -> !request.isMeant()).as("not meant").isEmpty();
        // A hidden request may occur several times, in a body and after it.
        assertThat(requests)
                .extracting(Seen::line)
                .filteredOn(line -> !line.contains("/hidden"))
                .doesNotHaveDuplicates();
    }

    /// Returns the responses on each connection.
    private static List<String> sendAll(ReverseProxy proxy, String protocol, List<Sent> sent)
            throws Exception {
        try (var threads = Executors.newFixedThreadPool(CLIENTS)) {
            var clients = new ArrayList<Callable<String>>();
            for (var each : sent) {
                clients.add(() -> {
                    try (var socket = proxy.connect("127.0.0.7", protocol)) {
                        if (!each.clear) {
                            socket.setSoTimeout(SILENCE_MILLIS);
                        }
                        return exchange(socket, each.bytes);
                    }
                });
            }
            var received = new ArrayList<String>();
            for (var client : threads.invokeAll(clients)) {
                received.add(client.get());
            }
            return received;
        }
    }

    private static String numbered(String text, int number) {
        return text.replace(Framings.NUMBER, "%03d".formatted(number));
    }

    /// Returns the received bytes until both requests were answered, or until no more arrive.
    private static String exchange(Socket socket, String bytes) {
        var received = new StringBuilder();
        var buffer = new byte[16 * 1024];
        try {
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            var in = socket.getInputStream();
            while (received.indexOf("<for /first") < 0 || received.indexOf("<for /follower") < 0) {
                int count = in.read(buffer);
                if (count < 0) {
                    break;
                }
                received.append(new String(buffer, 0, count, ISO_8859_1));
            }
        } catch (IOException e) {
            // It waits for more, or has closed the connection without reading all.
        }
        return received.toString();
    }
}
