package dev.waybill.query;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Rows of a list, and the id behind which it goes on. A page may hold fewer rows than asked for,
/// even none, and there may be more all the same: so much was looked at that the reader should have
/// a say.
///
/// @param last null at the end of the list
public record Page<T>(List<T> rows, @Nullable UUID last) {

    /// One row of a page that is being read, or only the last that was looked at.
    record Seen<T>(UUID id, T row, boolean matches) {}

    /// @param seen at most `limit`, in the order of the list
    static <T> Page<T> of(List<Seen<T>> seen, int limit) {
        var rows = seen.stream().filter(Seen::matches).map(Seen::row).toList();
        boolean ended = seen.isEmpty() || (seen.size() < limit && seen.getLast().matches());
        return new Page<>(rows, ended ? null : seen.getLast().id());
    }
}
