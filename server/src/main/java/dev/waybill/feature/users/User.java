package dev.waybill.feature.users;

import dev.waybill.domain.access.Role;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A user of the dashboard, who signs in with a name and a password.
///
/// @param password whether the user has chosen a password
public record User(
        UUID id,
        String name,
        Role role,
        boolean password,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant disabledAt,
        @Nullable Instant lastSignedInAt) {

    User with(Role other, Instant now) {
        return new User(id, name, other, password, createdAt, now, disabledAt, lastSignedInAt);
    }

    User disabled(@Nullable Instant at, Instant now) {
        return new User(id, name, role, password, createdAt, now, at, lastSignedInAt);
    }
}
