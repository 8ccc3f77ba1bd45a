package dev.waybill.fuzz;

import java.util.SplittableRandom;

/// Random choices of one case.
public final class Dice {

    private final SplittableRandom random;

    public Dice(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /// True in one of this many throws.
    public boolean oneIn(int throwsMean) {
        return random.nextInt(throwsMean) == 0;
    }

    /// Both ends included.
    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    public byte anyByte() {
        return (byte) random.nextInt(256);
    }

    public String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /// Usually the first; in one of `throwsMean` throws one of the others.
    public String usually(int throwsMean, String first, String... others) {
        return oneIn(throwsMean) ? pick(others) : first;
    }
}
