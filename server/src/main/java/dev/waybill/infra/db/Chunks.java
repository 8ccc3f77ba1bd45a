package dev.waybill.infra.db;

import java.util.ArrayList;
import java.util.List;

/// Cuts a long list into parts, one for each transaction.
public final class Chunks {

    private Chunks() {}

    public static <T> List<List<T>> of(List<T> all, int most) {
        var chunks = new ArrayList<List<T>>();
        for (int from = 0; from < all.size(); from += most) {
            chunks.add(all.subList(from, Math.min(from + most, all.size())));
        }
        return chunks;
    }
}
