package dev.waybill.web.http;

/// Takes the bytes of a body as they arrive.
sealed interface BodySink permits GrowingBytes, DroppedBytes {

    /// Takes a few more.
    ///
    /// @param expected how many there will be in all, or at most if that is not known
    void add(byte[] from, int offset, int length, int expected) throws BadRequest;

    int size();

    byte[] bytes();
}
