package dev.waybill.web.api;

/// The memory that an answer with the data of events takes while it is made.
public final class AnswerMemory {

    /// The bytes from the database, the text, and the answer: in parts, as a whole, and after its
    /// head.
    private static final int PER_BYTE = 6;

    private AnswerMemory() {}

    public static long of(long dataBytes) {
        return PER_BYTE * dataBytes;
    }
}
