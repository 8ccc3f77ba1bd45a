package dev.waybill.web.http;

/// Finds the end of a request's body. Confined to the connection's event loop.
sealed interface BodyReader permits SizedBody, ChunkedBody {

    /// Takes the bytes that belong to the body; returns the position behind them.
    int take(byte[] bytes, int from, int to) throws BadRequest;

    boolean complete();

    /// The least number of missing bytes, or more than can be read at once if the number is
    /// unknown.
    int missing();

    /// The reader for a body of this head.
    ///
    /// @param tooLarge thrown for a body of more than `bytesMax`
    static BodyReader of(RequestHead head, int bytesMax, BodySink sink, BadRequest tooLarge)
            throws BadRequest {
        if (head.chunked()) {
            return new ChunkedBody(bytesMax, sink, tooLarge);
        }
        if (head.contentLength() > bytesMax) {
            throw tooLarge;
        }
        return new SizedBody((int) head.contentLength(), sink);
    }
}
