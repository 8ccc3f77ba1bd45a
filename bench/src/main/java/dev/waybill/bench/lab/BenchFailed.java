package dev.waybill.bench.lab;

/// Something a benchmark needs did not work; the message is for the person who started it.
public final class BenchFailed extends RuntimeException {

    public BenchFailed(String message) {
        super(message);
    }

    public BenchFailed(String message, Throwable cause) {
        super(message + ": " + cause.getMessage(), cause);
    }
}
