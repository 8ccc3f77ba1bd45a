package dev.waybill.testing;

import java.util.stream.LongStream;

/// Seeds for properties. A failing seed is in the test's name; `-Dseed=` runs that one alone.
public final class Seeds {

    private Seeds() {}

    /// For `@MethodSource("dev.waybill.testing.Seeds#many")`.
    public static LongStream many() {
        var only = Long.getLong("seed");
        return only == null ? LongStream.rangeClosed(1, 200) : LongStream.of(only);
    }
}
