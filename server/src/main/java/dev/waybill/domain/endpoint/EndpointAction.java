package dev.waybill.domain.endpoint;

import java.util.Locale;

/// What can be asked of an endpoint's state.
public enum EndpointAction {
    ENABLE,
    DISABLE,
    PAUSE,
    RESUME;

    /// How the action is written in the API's paths.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// How histories tell that it was done.
    public String done() {
        return code() + "d";
    }
}
