package dev.waybill.web.http;

/// Collects a request's body as its bytes arrive. Confined to the connection's event loop.
sealed interface BodyReader permits SizedBody, ChunkedBody {

    /// Takes what belongs to the body; returns the position behind it.
    int take(byte[] bytes, int from, int to) throws BadRequest;

    boolean complete();

    /// All of it, once it is complete.
    byte[] body();

    /// What the shared budget granted for it. Whoever takes the body gives it back.
    long granted();

    /// Gives back what was granted: the body will not be taken.
    void release();

    static BodyReader of(RequestHead head, MemoryBudget budget) throws BadRequest {
        if (head.chunked()) {
            return new ChunkedBody(new GrowingBytes(budget));
        }
        if (head.contentLength() > Limits.BODY_BYTES_MAX) {
            throw BadRequest.bodyTooLarge();
        }
        return new SizedBody((int) head.contentLength(), new GrowingBytes(budget));
    }
}
