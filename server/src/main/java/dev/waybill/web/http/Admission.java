package dev.waybill.web.http;

/// Decides about a request by its head, before any of its body is read. Runs on the thread that
/// reads all connections, so it must not wait.
@FunctionalInterface
public interface Admission {

    /// Admits a request, which has no body yet.
    ///
    /// @throws Problem if the request is refused
    Admitted admit(Request request);

    /// An admitted request.
    ///
    /// @param handler answers this request once its body has arrived
    record Admitted(Trust trust, Route.Handler handler) {}
}
