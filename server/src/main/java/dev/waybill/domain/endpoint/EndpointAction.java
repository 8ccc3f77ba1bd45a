package dev.waybill.domain.endpoint;

import java.util.Locale;

/// The actions on the state of an endpoint.
public enum EndpointAction {
    ENABLE,
    DISABLE,
    PAUSE,
    RESUME;

    /// The name in the paths of the API.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The past participle, for histories.
    public String done() {
        return code() + "d";
    }
}
