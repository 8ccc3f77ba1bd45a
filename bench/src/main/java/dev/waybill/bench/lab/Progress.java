package dev.waybill.bench.lab;

/// Reports progress to the user, a line at a time, on standard error.
@FunctionalInterface
public interface Progress {

    void say(String line);
}
