package dev.waybill.simulation;

/// A simulated process dies here. Only code of that process catches it.
final class Crash extends Error {

    Crash() {
        super("a simulated crash", null, false, false);
    }
}
