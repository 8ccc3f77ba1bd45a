package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A request for tests of what handlers do with one, without a connection.
public final class SentRequest implements Request {

    private final String method;
    private final String path;
    private final Map<String, String> query;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final byte[] body;

    private SentRequest(String method, String path, Map<String, String> query, byte[] body) {
        this.method = method;
        this.path = path;
        this.query = query;
        this.body = body;
    }

    /// A request for a path, with its query if it has one.
    public static SentRequest get(String target) {
        return of("GET", target, "");
    }

    /// A form, or another type by [#with(String, String)].
    public static SentRequest post(String target, String body) {
        return of("POST", target, body).with("Content-Type", "application/x-www-form-urlencoded");
    }

    static SentRequest of(String method, String target, String body) {
        int mark = target.indexOf('?');
        var path = mark < 0 ? target : target.substring(0, mark);
        var query = mark < 0 ? "" : target.substring(mark + 1);
        return new SentRequest(
                method, path, PercentCoding.decodeQuery(query), body.getBytes(UTF_8));
    }

    /// The same with one more header.
    public SentRequest with(String name, String value) {
        var other = new SentRequest(method, path, query, body);
        other.headers.putAll(headers);
        other.headers.put(name, value);
        return other;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public String part(String name) {
        throw new IllegalArgumentException("no route has named a part " + name);
    }

    @Override
    public Optional<String> query(String name) {
        return Optional.ofNullable(query.get(name));
    }

    @Override
    public Set<String> queryNames() {
        return query.keySet();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    @Override
    public List<String> headers(String name) {
        return header(name).stream().toList();
    }

    @Override
    public byte[] body() {
        return body.clone();
    }

    @Override
    public void reserve(long bytes) {}

    @Override
    public void identified() {}

    @Override
    public String id() {
        return "req_test";
    }

    @Override
    public String source() {
        return "192.0.2.1";
    }
}
