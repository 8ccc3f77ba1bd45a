package dev.waybill.feature.users;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Whose a session is: a key's, a person's, or, if it is neither, of who has the key of the
/// settings.
public record Account(@Nullable UUID keyId, @Nullable UUID personId) {

    public static final Account SETTINGS = new Account(null, null);

    public Account {
        if (keyId != null && personId != null) {
            throw new IllegalArgumentException("key " + keyId + " and person " + personId);
        }
    }

    public static Account ofKey(@Nullable UUID keyId) {
        return new Account(keyId, null);
    }

    public static Account ofPerson(UUID personId) {
        return new Account(null, personId);
    }

    public boolean isSettings() {
        return keyId == null && personId == null;
    }
}
