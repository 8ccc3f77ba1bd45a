package dev.waybill.domain;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The apps that exist from the start: one that is meant if none is named, so that a single-tenant
/// user never meets the word, and one for what the platform itself is told.
public final class Apps {

    public static final UUID DEFAULT = UUID.fromString("00000000-0000-7000-8000-000000000001");
    public static final String DEFAULT_UID = "default";

    public static final UUID PLATFORM = UUID.fromString("00000000-0000-7000-8000-000000000002");
    public static final String PLATFORM_UID = "platform";

    public static final List<UUID> ALL = List.of(DEFAULT, PLATFORM);

    private Apps() {}

    /// By its uid or its id.
    public static Optional<UUID> named(String name) {
        return ALL.stream()
                .filter(app -> uid(app).equals(name) || IdKind.APP.format(app).equals(name))
                .findFirst();
    }

    public static String uid(UUID app) {
        return app.equals(PLATFORM) ? PLATFORM_UID : DEFAULT_UID;
    }
}
