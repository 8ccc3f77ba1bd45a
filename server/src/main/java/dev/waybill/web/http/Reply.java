package dev.waybill.web.http;

/// Where the answer to a request goes, from whatever thread has it. Takes one answer.
public interface Reply {

    void send(Response response);

    /// Answers with what the failure means to the caller: see [Failures].
    void fail(Throwable failure);
}
