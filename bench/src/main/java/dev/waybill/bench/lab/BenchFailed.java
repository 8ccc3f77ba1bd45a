package dev.waybill.bench.lab;

/// A part that a benchmark needs failed; the message is for its user.
public final class BenchFailed extends RuntimeException {

    public BenchFailed(String message) {
        super(message);
    }

    public BenchFailed(String message, Throwable cause) {
        super(message + ": " + cause.getMessage(), cause);
    }
}
