package dev.waybill.domain.access;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The objects of one app or of all apps, in one mode.
///
/// @param appId null for all apps
public record Scope(@Nullable UUID appId, Mode mode) {

    public boolean covers(UUID app, Mode itsMode) {
        return itsMode == mode && (appId == null || appId.equals(app));
    }
}
