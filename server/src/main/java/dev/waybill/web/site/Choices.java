package dev.waybill.web.site;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// What can be chosen in a form: the word that is sent, and what people read.
public final class Choices {

    private Choices() {}

    /// In this order.
    ///
    /// @param pairs a word and what people read, in turn
    public static SequencedMap<String, String> of(String... pairs) {
        var map = new LinkedHashMap<String, String>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return Collections.unmodifiableSequencedMap(map);
    }
}
