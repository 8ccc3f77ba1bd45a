package dev.waybill.journey;

import static java.net.URLEncoder.encode;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;

/// Looks at the pages as a browser does: with a cookie, and telling where a form was.
public final class UiClient {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

    private final ApiClient http;
    private final String address;
    private final String cookie;

    private UiClient(ApiClient http, String address, String cookie) {
        this.http = http;
        this.address = address;
        this.cookie = cookie;
    }

    static UiClient of(Journey journey) {
        return new UiClient(journey.api(), journey.address(), "");
    }

    public static UiClient of(RunningService service) {
        return new UiClient(service.api(), service.address(), "");
    }

    /// Looks at the pages by another way than the service's own address.
    static UiClient of(ApiClient http, String address) {
        return new UiClient(http, address, "");
    }

    static UiClient at(ServiceProcess service) throws Exception {
        return new UiClient(service.api(), service.address(), "");
    }

    /// The same, signed in with this key.
    public UiClient signedIn(String key) {
        return with(post("/ui/login", "key", key).expect(303));
    }

    /// The same with the cookie that an answer set.
    UiClient with(ApiClient.Answer answer) {
        var set = answer.header("Set-Cookie");
        assertThat(set).isNotEmpty();
        return new UiClient(http, address, set.substring(0, set.indexOf(';')));
    }

    ApiClient.Answer get(String path) {
        return http.send(request(path).GET());
    }

    /// Sends a form that stood on our own page.
    public ApiClient.Answer post(String path, String... fields) {
        return http.send(form(path, fields).header("Sec-Fetch-Site", "same-origin"));
    }

    /// A form as it would be sent, for tests that set its origin.
    HttpRequest.Builder form(String path, String... fields) {
        var pairs = new ArrayList<String>();
        for (int i = 0; i < fields.length; i += 2) {
            pairs.add(encode(fields[i], UTF_8) + "=" + encode(fields[i + 1], UTF_8));
        }
        return request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(String.join("&", pairs)));
    }

    ApiClient.Answer send(HttpRequest.Builder request) {
        return http.send(request);
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(address + path)).timeout(ANSWER_MAX);
        return cookie.isEmpty() ? request : request.header("Cookie", cookie);
    }
}
