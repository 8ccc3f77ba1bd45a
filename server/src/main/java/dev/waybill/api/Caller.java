package dev.waybill.api;

import dev.waybill.domain.Apps;
import dev.waybill.domain.Mode;
import dev.waybill.domain.Role;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Who asks, and whose data the request is about: those of one app, if it is about many; and all
/// that it names, for an admin sees every app.
record Caller(Role role, UUID appId, Mode mode) {

    /// The first thing that is found in any of the apps.
    <T> Optional<T> find(Function<UUID, Optional<T>> inApp) {
        return Apps.ALL.stream().map(inApp).flatMap(Optional::stream).findFirst();
    }
}
