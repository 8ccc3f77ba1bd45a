package dev.waybill.web.http;

import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A request that has arrived whole.
final class ReceivedRequest implements Request {

    private final RequestHead head;
    private final byte[] body;
    private final String id;
    private final InetAddress client;
    private final Charge charge;
    private final String path;
    private final String query;
    private final Map<String, String> parts;
    private @Nullable Map<String, String> parameters;

    private ReceivedRequest(
            RequestHead head,
            byte[] body,
            String id,
            InetAddress client,
            Charge charge,
            String path,
            String query,
            Map<String, String> parts) {
        this.head = head;
        this.body = body;
        this.id = id;
        this.client = client;
        this.charge = charge;
        this.path = path;
        this.query = query;
        this.parts = parts;
    }

    static ReceivedRequest of(
            RequestHead head, byte[] body, String id, InetAddress client, Charge charge) {
        var target = head.target();
        int mark = target.indexOf('?');
        var path = mark < 0 ? target : target.substring(0, mark);
        var query = mark < 0 ? "" : target.substring(mark + 1);
        return new ReceivedRequest(head, body, id, client, charge, path, query, Map.of());
    }

    /// A HEAD is a GET whose answer loses its body on the way out.
    @Override
    public String method() {
        return head.method().equals("HEAD") ? "GET" : head.method();
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public String part(String name) {
        var value = parts.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the route has no part " + name);
        }
        return value;
    }

    @Override
    public Optional<String> query(String name) {
        return Optional.ofNullable(parameters().get(name));
    }

    @Override
    public Set<String> queryNames() {
        return parameters().keySet();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(head.header(name));
    }

    @Override
    public byte[] body(int bytesMax) {
        if (body.length > bytesMax) {
            throw Problem.tooLarge(bytesMax);
        }
        return body;
    }

    @Override
    public void reserve(long bytes) {
        if (!charge.add(bytes)) {
            throw Problem.unavailable(
                    "Too many large answers are being made at the moment. Try again, or ask for"
                            + " less at a time.");
        }
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String source() {
        return client.getHostAddress();
    }

    @Override
    public Request with(Map<String, String> namedParts) {
        return new ReceivedRequest(head, body, id, client, charge, path, query, namedParts);
    }

    private Map<String, String> parameters() {
        if (parameters == null) {
            parameters = PercentCoding.decodeQuery(query);
        }
        return parameters;
    }
}
