package dev.waybill.web.site;

import org.jspecify.annotations.Nullable;

/// A page of a long list, for its pager and its empty states.
public interface ListPage {

    /// The address of the next page; null at the end.
    @Nullable String older();

    /// The address of the first page; null on the first page.
    @Nullable String newest();

    /// Whether filters leave rows out.
    boolean isNarrowed();

    /// The time range of the list; null for any time.
    @Nullable Period period();

    /// Whether the list ended before this page.
    default boolean isBehindEnd() {
        return older() == null && newest() != null;
    }
}
