package dev.waybill.web.portal;

import java.util.Locale;

/// A colour on a screen, and its contrast to another.
record Colour(int red, int green, int blue) {

    static final Colour WHITE = new Colour(255, 255, 255);
    static final Colour BLACK = new Colour(0, 0, 0);

    /// From `rrggbb`.
    static Colour of(String hex) {
        int rgb = Integer.parseInt(hex, 16);
        return new Colour(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
    }

    /// The colour with this share of the other one mixed in.
    Colour mixed(Colour other, double part) {
        return new Colour(
                mixed(red, other.red, part),
                mixed(green, other.green, part),
                mixed(blue, other.blue, part));
    }

    private static int mixed(int one, int other, double part) {
        return (int) Math.round((double) one + (double) (other - one) * part);
    }

    /// The contrast by the formula of WCAG, from 1 for equal colours to 21 for black on white.
    double contrast(Colour other) {
        double light = Math.max(luminance(), other.luminance());
        double dark = Math.min(luminance(), other.luminance());
        return (light + 0.05) / (dark + 0.05);
    }

    private double luminance() {
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    }

    private static double linear(int value) {
        double part = (double) value / 255;
        return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }

    /// Mixes in the smallest share of the other colour that makes this one readable on all of
    /// these.
    Colour towards(Colour other, double contrastMin, Colour... grounds) {
        for (int step = 0; step < 100; step++) {
            var mixed = mixed(other, (double) step / 100);
            if (mixed.isReadableOn(contrastMin, grounds)) {
                return mixed;
            }
        }
        return other;
    }

    private boolean isReadableOn(double contrastMin, Colour... grounds) {
        for (var ground : grounds) {
            if (contrast(ground) < contrastMin) {
                return false;
            }
        }
        return true;
    }

    String css() {
        return String.format(Locale.ROOT, "#%02x%02x%02x", red, green, blue);
    }
}
