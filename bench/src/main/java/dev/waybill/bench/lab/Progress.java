package dev.waybill.bench.lab;

/// Tells the person who waits what is going on, a line at a time, on standard error.
@FunctionalInterface
public interface Progress {

    void say(String line);
}
