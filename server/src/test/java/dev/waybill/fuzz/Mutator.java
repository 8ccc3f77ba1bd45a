package dev.waybill.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/// Changes a few bytes, regardless of their meaning.
public final class Mutator {

    private static final int MUTATIONS_MAX = 3;
    private static final int SPAN_MAX = 40;

    private Mutator() {}

    public static byte[] mutate(byte[] bytes, Dice dice) {
        var mutated = bytes;
        for (int left = dice.between(1, MUTATIONS_MAX); left > 0 && mutated.length > 0; left--) {
            mutated = mutateOnce(mutated, dice);
        }
        return mutated;
    }

    private static byte[] mutateOnce(byte[] bytes, Dice dice) {
        int at = dice.between(0, bytes.length - 1);
        int to = Math.min(bytes.length, at + dice.between(1, SPAN_MAX));
        var span = Arrays.copyOfRange(bytes, at, to);
        return switch (dice.between(0, 6)) {
            case 0 -> splice(bytes, at, at + 1, new byte[] {flipped(bytes[at], dice)});
            case 1 -> splice(bytes, at, at + 1, new byte[] {dice.anyByte()});
            case 2 -> splice(bytes, at, at, telling(dice));
            case 3 -> splice(bytes, at, at + 1, new byte[0]);
            case 4 -> splice(bytes, at, to, new byte[0]);
            case 5 -> splice(bytes, at, at, span);
            case 6 -> {
                int elsewhere = dice.between(0, bytes.length);
                yield splice(bytes, elsewhere, elsewhere, span);
            }
            default -> throw new AssertionError();
        };
    }

    private static byte flipped(byte b, Dice dice) {
        return (byte) (b ^ (1 << dice.between(0, 7)));
    }

    /// Bytes on which parsers disagree.
    private static byte[] telling(Dice dice) {
        return dice.pick(
                        "\r",
                        "\n",
                        "\r\n",
                        "\r\n\r\n",
                        " ",
                        "\t",
                        "\0",
                        "\u000b",
                        "\u000c",
                        "\u0085",
                        "\u00a0",
                        "\u00ff",
                        ":",
                        ",",
                        ";",
                        "\"",
                        "0",
                        "-",
                        "+",
                        "_",
                        "#",
                        "%")
                .getBytes(ISO_8859_1);
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] middle) {
        var spliced = Arrays.copyOf(bytes, bytes.length - (to - from) + middle.length);
        System.arraycopy(middle, 0, spliced, from, middle.length);
        System.arraycopy(bytes, to, spliced, from + middle.length, bytes.length - to);
        return spliced;
    }
}
