package dev.waybill.feature.users;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The owner of a session: a key, a user or, if it is neither, the holder of the admin key of the
/// settings.
public record Account(@Nullable UUID keyId, @Nullable UUID userId) {

    public static final Account SETTINGS = new Account(null, null);

    public Account {
        if (keyId != null && userId != null) {
            throw new IllegalArgumentException("key " + keyId + " and user " + userId);
        }
    }

    public static Account ofKey(@Nullable UUID keyId) {
        return new Account(keyId, null);
    }

    /// The account of a caller.
    public static Account of(Caller caller) {
        return new Account(
                IdKind.KEY.parse(caller.actor()).orElse(null),
                IdKind.USER.parse(caller.actor()).orElse(null));
    }

    public static Account ofUser(UUID userId) {
        return new Account(null, userId);
    }

    public boolean isSettings() {
        return keyId == null && userId == null;
    }
}
