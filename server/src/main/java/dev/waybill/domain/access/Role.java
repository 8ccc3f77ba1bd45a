package dev.waybill.domain.access;

import java.util.Locale;
import java.util.Optional;

/// The role of a key, which determines its rights.
public enum Role {
    ADMIN,
    OPERATOR,
    VIEWER,
    PRODUCER,
    /// A customer. It sees and changes only its own objects, and publishes nothing: events come
    /// from the platform.
    APP;

    public boolean may(Right right) {
        return switch (this) {
            case ADMIN -> true;
            case OPERATOR -> right != Right.ADMINISTER && right != Right.ADMINISTER_SHARED;
            case VIEWER -> right == Right.READ || right == Right.MONITOR;
            case PRODUCER -> right == Right.PUBLISH;
            case APP -> right == Right.READ || right == Right.CHANGE || right == Right.OPERATE;
        };
    }

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> of(String code) {
        for (var role : values()) {
            if (role.code().equals(code)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
