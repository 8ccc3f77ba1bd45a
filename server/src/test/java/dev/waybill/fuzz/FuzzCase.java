package dev.waybill.fuzz;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.Stream;

/// The bytes that one side sends in one case.
///
/// @param cuts where the bytes are divided into writes, ascending
public record FuzzCase(byte[] bytes, List<Integer> cuts) {

    private static final int CUTS_MAX = 5;

    /// Cut at a few places.
    public static FuzzCase cut(byte[] bytes, Dice dice) {
        int cuts = bytes.length == 0 || dice.oneIn(2) ? 0 : dice.between(1, CUTS_MAX);
        return new FuzzCase(
                bytes,
                Stream.generate(() -> dice.between(0, bytes.length)).limit(cuts).sorted().toList());
    }

    public void writeTo(OutputStream out) throws IOException {
        int from = 0;
        for (int cut : cuts) {
            out.write(bytes, from, cut - from);
            from = cut;
        }
        out.write(bytes, from, bytes.length - from);
    }

    /// Without the bytes of this span.
    FuzzCase without(int from, int to) {
        var left = new byte[bytes.length - (to - from)];
        System.arraycopy(bytes, 0, left, 0, from);
        System.arraycopy(bytes, to, left, from, bytes.length - to);
        var moved = cuts.stream().map(cut -> cut <= from ? cut : Math.max(from, cut - (to - from)));
        return new FuzzCase(left, moved.toList());
    }

    /// In one write.
    FuzzCase whole() {
        return new FuzzCase(bytes, List.of());
    }
}
