package dev.waybill.web.api.events;

import dev.waybill.engine.capture.PublishKey;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JsonParser;

/// Reads events of one format from a stream of JSON.
interface EventReader {

    /// Reads the object at which the parser is and leaves the parser at its end.
    ///
    /// @param source the bytes that the parser reads
    /// @param requestKeys the request's own key for this event, if it has one
    ParsedEvent read(JsonParser parser, byte[] source, List<PublishKey> requestKeys);

    /// The bytes of the value at which the parser is, from the first to the last.
    static byte[] raw(JsonParser parser, byte[] source) {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getByteOffset();
        return Arrays.copyOfRange(source, start, end);
    }
}
