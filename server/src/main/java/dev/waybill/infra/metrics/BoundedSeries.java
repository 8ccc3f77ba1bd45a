package dev.waybill.infra.metrics;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The series of a metric whose label values users choose: the first values get series of their
/// own, all further ones share one. A look-up makes no object.
///
/// @param <K> the value of the label
/// @param <T> the data points of one value
public final class BoundedSeries<K, T> {

    private final int max;
    private final Function<K, T> create;
    private final T other;
    private final ConcurrentHashMap<K, T> known = new ConcurrentHashMap<>();

    public BoundedSeries(int max, Function<K, T> create, T other) {
        this.max = max;
        this.create = create;
        this.other = other;
    }

    /// Concurrent threads may exceed the limit by their number.
    public T of(K key) {
        var series = known.get(key);
        if (series != null) {
            return series;
        }
        return known.size() < max ? known.computeIfAbsent(key, create) : other;
    }
}
