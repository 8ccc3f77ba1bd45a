package dev.waybill.bench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// A client that requests pages, with the cookie of a browser.
public final class Visitor implements AutoCloseable {

    private static final Duration CALL_MAX = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;
    private String cookie = "";

    Visitor(String url) {
        this.url = url;
    }

    /// Submits a sign-in form.
    void enter(String path, String field, String value) {
        var form = field + "=" + URLEncoder.encode(value, UTF_8);
        var answer =
                send(
                        request(path)
                                .header("content-type", "application/x-www-form-urlencoded")
                                .header("sec-fetch-site", "same-origin")
                                .POST(BodyPublishers.ofString(form))
                                .build());
        cookie =
                answer.headers()
                        .firstValue("set-cookie")
                        .map(set -> set.split(";", 2)[0])
                        .orElseThrow(() -> new BenchFailed("nobody is let in by " + path));
    }

    /// Requests a page, compressed as for browsers, and discards it.
    public void look(String path) {
        var answer = send(request(path).header("accept-encoding", "gzip").GET().build());
        if (answer.statusCode() != 200) {
            throw new BenchFailed("%s answered %d".formatted(path, answer.statusCode()));
        }
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(url + path)).timeout(CALL_MAX);
        return cookie.isEmpty() ? request : request.header("cookie", cookie);
    }

    private HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new BenchFailed("no response came from " + request.uri().getPath(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
