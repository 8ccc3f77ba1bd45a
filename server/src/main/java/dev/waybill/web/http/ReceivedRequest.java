package dev.waybill.web.http;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A request that was received over a connection: first its head, on which it is admitted, then its
/// body.
final class ReceivedRequest implements Request {

    private final RequestHead head;
    private final Sender sender;
    private final Target target;
    private final Map<String, String> parts;
    private @Nullable Map<String, String> parameters;
    private @Nullable Arrived arrived;

    /// The sender of a request.
    ///
    /// @param id names the request in responses and logs
    record Sender(String id, InetAddress address) {}

    private record Target(String path, String query) {

        static Target of(String text) {
            int mark = text.indexOf('?');
            return mark < 0
                    ? new Target(text, "")
                    : new Target(text.substring(0, mark), text.substring(mark + 1));
        }
    }

    private record Arrived(byte[] body, Charge charge) {}

    private ReceivedRequest(
            RequestHead head, Sender sender, Target target, Map<String, String> parts) {
        this.head = head;
        this.sender = sender;
        this.target = target;
        this.parts = parts;
    }

    ReceivedRequest(RequestHead head, Sender sender) {
        this(head, sender, Target.of(head.target()), Map.of());
    }

    /// The whole body is here.
    ///
    /// @param charge the memory of the request
    void arrived(byte[] body, Charge charge) {
        arrived = new Arrived(body, charge);
    }

    /// A HEAD is a GET whose response loses its body on the way out.
    @Override
    public String method() {
        return head.method().equals("HEAD") ? "GET" : head.method();
    }

    @Override
    public String path() {
        return target.path;
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
    public List<String> headers(String name) {
        return head.headers(name);
    }

    @Override
    public byte[] body() {
        return arrived().body;
    }

    @Override
    public void reserve(long bytes) {
        if (!arrived().charge.add(bytes)) {
            throw Problem.unavailable(
                    "Too many large responses are being produced. Try again, or request less at a"
                            + " time.");
        }
    }

    @Override
    public void identified() {
        arrived().charge.identify();
    }

    @Override
    public String id() {
        return sender.id;
    }

    @Override
    public String source() {
        return sender.address.getHostAddress();
    }

    /// The same request with its path taken apart by a route.
    ReceivedRequest with(Map<String, String> namedParts) {
        return new ReceivedRequest(head, sender, target, namedParts);
    }

    private Arrived arrived() {
        if (arrived == null) {
            throw new IllegalStateException("only the head has arrived");
        }
        return arrived;
    }

    private Map<String, String> parameters() {
        if (parameters == null) {
            parameters = PercentCoding.decodeQuery(target.query);
        }
        return parameters;
    }
}
