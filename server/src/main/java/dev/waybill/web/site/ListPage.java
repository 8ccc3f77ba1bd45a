package dev.waybill.web.site;

import org.jspecify.annotations.Nullable;

/// A page of a long list, as far as its pager and its empty states need to know it.
public interface ListPage {

    /// Where the list goes on; null at its end.
    @Nullable String older();

    /// Its beginning; null if this is it.
    @Nullable String newest();

    /// Whether filters leave rows out.
    boolean isNarrowed();

    /// The time that the list is about; null for any time.
    @Nullable Period period();

    /// Whether the list has ended before this page.
    default boolean isBehindEnd() {
        return older() == null && newest() != null;
    }
}
