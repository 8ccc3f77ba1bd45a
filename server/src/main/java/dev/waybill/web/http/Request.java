package dev.waybill.web.http;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A request as handlers see it.
public interface Request {

    String method();

    /// As it was sent, without the query.
    String path();

    /// A part of the path that the route has named, decoded.
    String part(String name);

    /// A query parameter's value, decoded; the last one if it was repeated.
    Optional<String> query(String name);

    /// All query parameters there are.
    Set<String> queryNames();

    Optional<String> header(String name);

    /// The whole body, refused beyond the limit.
    byte[] body(int bytesMax);

    /// Takes memory for an answer that may be large from what all requests share, until this one is
    /// answered.
    ///
    /// @throws Problem 503 if there is not so much left
    void reserve(long bytes);

    /// Names this request in answers and logs.
    String id();

    /// The address the request came from: the client's, or that of a proxy before us.
    String source();

    /// The same request with its path taken apart by a route.
    Request with(Map<String, String> parts);
}
