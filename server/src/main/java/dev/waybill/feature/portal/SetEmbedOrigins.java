package dev.waybill.feature.portal;

import java.util.List;
import java.util.UUID;

/// Asks that exactly these pages may show an app's portal in a frame.
public record SetEmbedOrigins(UUID appId, List<String> origins) {

    public SetEmbedOrigins {
        origins = List.copyOf(origins);
    }
}
