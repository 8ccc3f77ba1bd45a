package dev.waybill.cli;

import com.typesafe.config.ConfigFactory;
import dev.waybill.Server;
import dev.waybill.Settings;
import dev.waybill.domain.IdKind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// A short run that shows the JVM which classes a real one loads, so that it can cache them: the
/// service starts in the working folder, delivers a few events to itself and stops.
@Command(name = "aot-training", hidden = true)
public final class AotTrainingCommand implements Callable<Integer> {

    private static final String KEY = "only-for-the-training-run";
    private static final int EVENTS = 50;

    @Override
    public Integer call() throws Exception {
        var settings =
                Settings.resolve(
                        Map.of(
                                Settings.Name.HOST, "127.0.0.1",
                                Settings.Name.PORT, "0",
                                Settings.Name.DEV, "true",
                                Settings.Name.ADMIN_KEY, KEY),
                        Map.of(),
                        ConfigFactory.empty());
        try (var server = Server.start(settings);
                var client = HttpClient.newHttpClient()) {
            var address = server.address();
            post(
                    client,
                    address + "/v1/webhook_endpoints",
                    "{\"url\":\"" + address + "/health/live\"}");
            for (int i = 0; i < EVENTS; i++) {
                post(client, address + "/v1/events", "{\"type\":\"a.b\",\"data\":{\"n\":1}}");
            }
            for (var path : new String[] {"/v1/events", "/v1/deliveries", "/health/ready"}) {
                client.send(request(address + path).GET().build(), BodyHandlers.ofString());
            }
            var unknown = IdKind.DELIVERY.prefix() + "unknown";
            client.send(
                    request(address + "/v1/deliveries/" + unknown).GET().build(),
                    BodyHandlers.ofString());
        }
        return 0;
    }

    private static void post(HttpClient client, String url, String body) throws Exception {
        client.send(
                request(url)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String url) {
        return HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + KEY);
    }
}
