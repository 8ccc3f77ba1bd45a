package dev.waybill.feature.events;

import java.util.List;

/// Names and patterns of event types as SQL compares them: `filing.*` begins with `filing.`, and
/// `*` with nothing.
public final class TypePatterns {

    private TypePatterns() {}

    public static String[] names(List<String> patterns) {
        return patterns.toArray(String[]::new);
    }

    public static String[] prefixes(List<String> patterns) {
        return patterns.stream()
                .filter(pattern -> pattern.endsWith("*"))
                .map(pattern -> pattern.substring(0, pattern.length() - 1))
                .toArray(String[]::new);
    }
}
