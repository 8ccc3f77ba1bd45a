package dev.waybill.domain.access;

import java.util.Locale;
import java.util.Optional;

/// What the holder of a key is to the platform, and so what the key may do.
public enum Role {
    ADMIN,
    OPERATOR,
    VIEWER,
    PRODUCER,
    /// A customer, who sees and changes nothing but what is its own, and publishes nothing: an
    /// app's events are the platform's word.
    APP;

    public boolean may(Right right) {
        return switch (this) {
            case ADMIN -> true;
            case OPERATOR -> right != Right.ADMINISTER && right != Right.ADMINISTER_SHARED;
            case VIEWER -> right == Right.READ;
            case PRODUCER -> right == Right.PUBLISH;
            case APP -> right == Right.READ || right == Right.CHANGE || right == Right.OPERATE;
        };
    }

    /// How the role is written in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> of(String word) {
        for (var role : values()) {
            if (role.code().equals(word)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
