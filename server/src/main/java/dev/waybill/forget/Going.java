package dev.waybill.forget;

import java.util.List;
import java.util.UUID;

/// What was settled about the deliveries of days that go, before they go.
///
/// @param archived open dead letters whose time is over, and that can be read elsewhere from now on
/// @param spared what is to stay in any case: it was open when everything else was archived
public record Going(List<UUID> archived, List<UUID> spared) {

    public static final Going AS_IT_IS = new Going(List.of(), List.of());

    public Going {
        archived = List.copyOf(archived);
        spared = List.copyOf(spared);
    }
}
