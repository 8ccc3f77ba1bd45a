package dev.waybill.domain;

import java.util.UUID;

/// The app that exists from the start, so that a single-tenant user never meets the word.
public final class Apps {

    public static final UUID DEFAULT = UUID.fromString("00000000-0000-7000-8000-000000000001");
    public static final String DEFAULT_UID = "default";

    private Apps() {}
}
