package dev.waybill.simulation;

/// A simulated process dies here. Whoever catches it belongs to the dead.
final class Crash extends Error {

    Crash() {
        super("a simulated crash", null, false, false);
    }
}
