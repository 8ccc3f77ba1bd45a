package dev.waybill.feature.notifications;

import dev.waybill.domain.IdKind;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The links in notifications. Nobody's request says how the service is reached, so they begin with
/// the public URL, or else with the address that the service listens on.
public final class Links {

    private final @Nullable String publicUrl;
    private volatile String listening = "http://localhost";

    public Links(@Nullable String publicUrl) {
        this.publicUrl = publicUrl;
    }

    /// The service listens at this address.
    public void listeningAt(String address) {
        listening = address;
    }

    private String base() {
        return publicUrl == null ? listening : publicUrl;
    }

    public String alert(UUID id) {
        return base() + "/ui/alerts/" + IdKind.ALERT.format(id);
    }

    public String alerts() {
        return base() + "/ui/alerts";
    }

    public String notifications() {
        return base() + "/ui/settings/notifications";
    }

    /// The page of an endpoint in the portal, which its owner can open when signed in.
    public String portalEndpoint(UUID id) {
        return base() + "/portal/endpoints/" + IdKind.ENDPOINT.format(id);
    }

    public String confirm(String token) {
        return base() + "/mail/confirm?token=" + token;
    }

    public String unsubscribe(String token) {
        return base() + "/mail/unsubscribe?token=" + token;
    }
}
