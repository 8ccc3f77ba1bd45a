package dev.waybill.feature.notifications;

import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.SystemEvents;
import dev.waybill.engine.deliver.Sender;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.feature.FeatureContext;
import dev.waybill.infra.Version;
import dev.waybill.infra.secret.EncryptionKeys;
import dev.waybill.infra.secret.Vault;
import org.jspecify.annotations.Nullable;

/// The parts of notifications.
///
/// @param mail how mail is sent
public record NotificationsFeature(
        Channels channels,
        Outbox outbox,
        OwnerAddresses owners,
        NotificationSender sender,
        Links links,
        MailSettings mail) {

    /// What sends messages over the network.
    ///
    /// @param guard checks the URLs that operators enter
    public record Network(Sender sender, EgressGuard guard) {}

    /// Builds the parts of the feature.
    ///
    /// @param publicUrl how links in messages begin; null for the address that is listened on
    public static NotificationsFeature of(
            FeatureContext context,
            AuditTrail<Channel> trail,
            Vault vault,
            Network network,
            MailSettings mail,
            @Nullable String publicUrl) {
        var database = context.database();
        var clock = context.clock();
        var links = new Links(publicUrl);
        var outbox = new Outbox(database, context.ids(), mail.support());
        var secrets = new ChannelSecrets(vault);
        var channels =
                new Channels(
                        database,
                        new Channels.Sealing(secrets, new EncryptionKeys(vault), network.guard()),
                        outbox,
                        links,
                        trail,
                        clock,
                        context.ids());
        var owners =
                new OwnerAddresses(
                        database, outbox, links, context.audit(), clock, context.random());
        var mailer = new Mailer(mail, clock);
        var channelSender =
                new ChannelSender(
                        secrets,
                        mailer,
                        new ChannelPosts(network.sender(), Version.current(), clock),
                        new SystemEvents(context.engine().capture()));
        var sender = new NotificationSender(database, mailer, channelSender, clock);
        return new NotificationsFeature(channels, outbox, owners, sender, links, mail);
    }
}
