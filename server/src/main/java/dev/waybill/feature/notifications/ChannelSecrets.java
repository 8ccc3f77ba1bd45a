package dev.waybill.feature.notifications;

import dev.waybill.infra.secret.Vault;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Encrypts and decrypts the URLs and keys of channels. No other class handles them in plain text.
public final class ChannelSecrets {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String PAGERDUTY_URL = "https://events.pagerduty.com/v2/enqueue";

    private final Vault vault;
    private final ChannelStore store = new ChannelStore();

    public ChannelSecrets(Vault vault) {
        this.vault = vault;
    }

    /// What a channel sends to.
    ///
    /// @param routingKey empty for Slack
    record Secret(String url, String routingKey) {

        @Override
        public String toString() {
            return "Secret[]";
        }
    }

    /// The secret of a new channel.
    static Secret of(CreateChannel command) {
        return new Secret(
                Objects.requireNonNullElse(command.url(), PAGERDUTY_URL),
                Objects.requireNonNullElse(command.routingKey(), ""));
    }

    byte[] seal(UUID channelId, Secret secret) {
        var json = JSON.createObjectNode();
        json.put("url", secret.url);
        json.put("routing_key", secret.routingKey);
        return vault.seal(json.toString(), place(channelId));
    }

    Secret open(Channel channel) {
        var sealed = Objects.requireNonNull(channel.target().sealed());
        var json = (ObjectNode) JSON.readTree(vault.open(sealed, place(channel.id())));
        return new Secret(json.get("url").stringValue(), json.get("routing_key").stringValue());
    }

    /// Encrypts everything anew that another key encrypted. There are few channels, so one
    /// transaction does it. Returns how many.
    public int reseal(Handle tx) {
        var others = store.sealedWithOthers(tx, vault.current().id());
        for (var sealed : others) {
            var place = place(sealed.id());
            var secret = vault.seal(vault.open(sealed.secret(), place), place);
            store.reseal(tx, new ChannelStore.Sealed(sealed.id(), secret));
        }
        return others.size();
    }

    private static String place(UUID channelId) {
        return "notification_channel " + channelId + " secret";
    }
}
