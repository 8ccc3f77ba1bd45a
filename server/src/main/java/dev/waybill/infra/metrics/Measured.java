package dev.waybill.infra.metrics;

/// A part of the service that keeps instruments or has something to read.
@FunctionalInterface
public interface Measured {

    /// Adds everything that it measures. To be called once.
    void measureIn(MetricRegistry metrics);
}
