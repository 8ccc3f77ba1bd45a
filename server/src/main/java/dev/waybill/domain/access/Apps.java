package dev.waybill.domain.access;

import java.util.UUID;

/// The apps that always exist: the default for requests that name none, so that a single-tenant
/// user never needs apps, and the app of the platform itself, which receives notifications.
public final class Apps {

    public static final UUID DEFAULT = UUID.fromString("00000000-0000-7000-8000-000000000001");
    public static final UUID PLATFORM = UUID.fromString("00000000-0000-7000-8000-000000000002");

    private Apps() {}

    /// Whether the app receives the events of Waybill itself. Lists and statistics of all apps
    /// exclude it. In SQL: `is_internal_app`.
    public static boolean isInternal(UUID app) {
        return app.equals(PLATFORM);
    }

    public static boolean isBuiltIn(UUID app) {
        return app.equals(DEFAULT) || app.equals(PLATFORM);
    }
}
