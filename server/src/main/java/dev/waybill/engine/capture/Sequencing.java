package dev.waybill.engine.capture;

import dev.waybill.engine.capture.SequenceStore.OrderingKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Numbers the events of a batch within their ordering keys, in the order of the batch.
final class Sequencing {

    private final SequenceStore store = new SequenceStore();

    /// One number for each item; null for an item without an ordering key.
    List<@Nullable Long> number(Connection tx, List<Item> items) throws SQLException {
        var counts = new HashMap<OrderingKey, Long>();
        for (var item : items) {
            var key = keyOf(item);
            if (key != null) {
                counts.merge(key, 1L, Long::sum);
            }
        }
        var next = new HashMap<OrderingKey, Long>();
        if (!counts.isEmpty()) {
            store.advance(tx, counts)
                    .forEach((key, last) -> next.put(key, last - counts.getOrDefault(key, 0L)));
        }
        var numbers = new ArrayList<@Nullable Long>();
        for (var item : items) {
            var key = keyOf(item);
            numbers.add(key == null ? null : next.merge(key, 1L, Long::sum));
        }
        return numbers;
    }

    private static @Nullable OrderingKey keyOf(Item item) {
        var publication = item.publication();
        return publication.orderingKey() == null
                ? null
                : new OrderingKey(
                        publication.appId(), publication.mode(), publication.orderingKey());
    }
}
