package dev.waybill.feature.deliveries;

import dev.waybill.domain.event.Ids;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Rows of a list, and the id after which it continues. A page may hold fewer rows than requested,
/// even none, although the list continues: reading stops at a limit.
///
/// @param last null at the end of the list
public record Page<T>(List<T> rows, @Nullable UUID last) {

    /// One row of a page that is being read, or only the last row that was read.
    record Seen<T>(UUID id, T row, boolean matches) {}

    /// @param seen at most `limit`, in the order of the list
    static <T> Page<T> of(List<Seen<T>> seen, int limit) {
        var rows = seen.stream().filter(Seen::matches).map(Seen::row).toList();
        boolean ended = seen.isEmpty() || (seen.size() < limit && seen.getLast().matches());
        return new Page<>(rows, ended ? null : end(seen));
    }

    /// The last row that was read may belong to another app; only its position is used. Rows at
    /// that position are read again, but no row is shown twice.
    private static <T> UUID end(List<Seen<T>> seen) {
        var last = seen.getLast();
        var place = Ids.placeOf(last.id());
        if (last.matches()) {
            return last.id();
        }
        return seen.reversed().stream()
                .filter(Seen::matches)
                .map(Seen::id)
                .findFirst()
                .filter(shown -> Ids.placeOf(shown).equals(place))
                .orElse(place);
    }
}
