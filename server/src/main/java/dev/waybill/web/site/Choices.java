package dev.waybill.web.site;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The options of a form: the value that is sent, and its label.
public final class Choices {

    private Choices() {}

    /// Options in this order.
    ///
    /// @param pairs values and labels, alternating
    public static SequencedMap<String, String> of(String... pairs) {
        var map = new LinkedHashMap<String, String>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return Collections.unmodifiableSequencedMap(map);
    }
}
