package dev.waybill.web.http;

/// Sends the answer to a request, from any thread. Takes one answer.
public interface Reply {

    void send(Response response);

    /// Answers with the problem for a failure: see [Failures].
    void fail(Throwable failure);
}
