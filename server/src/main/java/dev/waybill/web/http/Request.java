package dev.waybill.web.http;

import java.util.List;
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

    /// All query parameters.
    Set<String> queryNames();

    Optional<String> header(String name);

    /// All values of a header, in the order in which they were sent.
    List<String> headers(String name);

    /// The whole body. The route limits its size.
    byte[] body();

    /// Takes memory for an answer that may be large from what all requests share, until this one is
    /// answered.
    ///
    /// @throws Problem 503 if not enough memory is left
    void reserve(long bytes);

    /// Marks the sender as authenticated, for example by a session that the handler has found.
    /// Memory for the request and its answer is then not limited to the share of anonymous
    /// requests.
    void identified();

    /// Names this request in answers and logs.
    String id();

    /// The address of the client: that of the connection, or the one that a trusted proxy names.
    String source();
}
