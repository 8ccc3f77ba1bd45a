package dev.waybill.web.site;

import dev.waybill.feature.eventtypes.EventTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of the event types that customers see, by name.
///
/// @param first the address of the first page; null on it
/// @param next the address of the next page; null on the last
public record TypeEntries(List<TypeEntry> entries, @Nullable String first, @Nullable String next) {

    private static final int ENTRIES_MAX = 50;

    /// The page after this name.
    ///
    /// @param after empty for the first page; names are plain ASCII, and other text is ignored
    /// @param path where the pages are
    public static TypeEntries behind(String after, EventTypes types, String path) {
        var name = after.matches("[a-zA-Z0-9_.]+") ? after : "";
        var page = types.page(name, ENTRIES_MAX, false);
        return new TypeEntries(
                page.types().stream().map(TypeEntry::of).toList(),
                name.isEmpty() ? null : path,
                page.more()
                        ? Link.to(path).with("after", page.types().getLast().name()).toString()
                        : null);
    }
}
