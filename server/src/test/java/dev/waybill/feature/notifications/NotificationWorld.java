package dev.waybill.feature.notifications;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.alert.Severity;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.engine.Engine;
import dev.waybill.engine.Environment;
import dev.waybill.engine.Outbound;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.Sender;
import dev.waybill.engine.deliver.client.PinnedSender;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.Guards;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.feature.FeatureContext;
import dev.waybill.infra.db.DatabaseClock;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.RefusingMailServer;
import dev.waybill.testing.TestDatabase;
import dev.waybill.testing.Vaults;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/// Channels and owners in simulated time, and a mail server and receivers on real sockets.
final class NotificationWorld implements AutoCloseable {

    static final String SUPPORT = "support@platform.example";

    final TestDatabase db;
    final ManualClock clock = new ManualClock();
    final Fixtures fixtures;
    final RefusingMailServer mail;
    final NotificationsFeature feature;
    private final PinnedSender sender;
    private final ChannelStore channels = new ChannelStore();

    NotificationWorld(TestDatabase db) throws IOException, SQLException {
        this(db, Guards.loopback());
    }

    /// @param guard decides which receivers may be called
    NotificationWorld(TestDatabase db, EgressGuard guard) throws IOException, SQLException {
        this.db = db;
        this.fixtures = new Fixtures(db, clock);
        this.mail = new RefusingMailServer();
        this.sender = new PinnedSender(guard, clock, null);
        this.feature = feature(sender, guard);
        // Only the channels of the test.
        db.execute("UPDATE notification_channel SET paused = true");
    }

    private NotificationsFeature feature(Sender posts, EgressGuard guard) {
        var database = db.database();
        var ids = fixtures.ids();
        var engine =
                new Engine(
                        database,
                        new DatabaseClock(clock.instant(), System::nanoTime),
                        ids,
                        fixtures.trail("webhook_endpoint"),
                        new Outbound(
                                new Composer("test"),
                                new EndpointSecrets(Vaults.VAULT),
                                (_, _, _) -> Answer.only(new Outcome.Accepted(200))),
                        Environment.real(MetricLimits.DEFAULT));
        var context =
                new FeatureContext(
                        database,
                        clock,
                        ids,
                        new SecureRandom(),
                        new AccessCache(database),
                        new Audit(database, clock, ids),
                        engine);
        var server = MailSettings.Server.parse("smtp://127.0.0.1:" + mail.port()).orElseThrow();
        return NotificationsFeature.of(
                context,
                fixtures.trail("notification_channel"),
                Vaults.VAULT,
                new NotificationsFeature.Network(posts, guard),
                new MailSettings(server, "waybill@platform.example", SUPPORT),
                "https://hooks.platform.example");
    }

    Channel slack(String url) {
        return posting(ChannelKind.SLACK, url);
    }

    Channel pagerduty(String url) {
        return posting(ChannelKind.PAGERDUTY, url);
    }

    private Channel posting(ChannelKind kind, String url) {
        var id = fixtures.ids().next();
        var secret = new ChannelSecrets.Secret(url, "WaybillMarkerKey");
        var sealed = new ChannelSecrets(Vaults.VAULT).seal(id, secret);
        return insert(id, kind, new Channel.Target(List.of(), "127.0.0.1", sealed));
    }

    Channel email(String... addresses) {
        var command =
                new CreateChannel(
                        ChannelKind.EMAIL,
                        null,
                        Update.keep(),
                        List.of(addresses),
                        null,
                        null,
                        null);
        var created = feature.channels().create(command, new Violations(), Fixtures.ACT);
        return ((Channels.Created.Done) created).channel();
    }

    private Channel insert(UUID id, ChannelKind kind, Channel.Target target) {
        var channel =
                new Channel(
                        id,
                        kind,
                        kind.code(),
                        Severity.WARNING,
                        target,
                        false,
                        Channel.Health.NEW,
                        clock.instant(),
                        clock.instant());
        db.database().interactive().useTransaction(tx -> channels.insert(tx, channel));
        return channel;
    }

    Channel find(Channel channel) {
        return feature.channels().find(channel.id()).orElseThrow();
    }

    /// An owner whose address is confirmed for the default app.
    OwnerAddress owner(String address) {
        var state = OwnerAddress.State.CONFIRMED;
        var owner = new OwnerAddress(Apps.DEFAULT, address, state, "token-" + address, 0, null);
        db.database()
                .interactive()
                .useTransaction(tx -> new OwnerAddressStore().add(tx, owner, clock.instant()));
        return owner;
    }

    String state(OwnerAddress owner) {
        return db.rows("SELECT state FROM owner_address WHERE address = ?", owner.address())
                .getFirst();
    }

    void toChannel(Channel channel, Message message, @Nullable UUID alert) {
        db.database()
                .interactive()
                .useTransaction(tx ->
                        feature.outbox().toChannel(tx, channel, message, alert, clock.instant()));
    }

    void toOwner(OwnerAddress owner, String subject) {
        db.database()
                .interactive()
                .useTransaction(tx ->
                        feature.outbox()
                                .toOwner(
                                        tx,
                                        owner,
                                        message(Outbox.DIGEST, subject),
                                        null,
                                        clock.instant()));
    }

    void toSupport(OwnerAddress owner, String subject) {
        var copy = new MailText(subject, new MailBody().paragraph("text"), "https://a.example/");
        db.database()
                .interactive()
                .useTransaction(
                        tx -> feature.outbox().toSupport(tx, owner, copy, null, clock.instant()));
    }

    static Message message(String event, String subject) {
        return new Message(
                event, subject, "text", null, null, "warning", "https://a.example/", null);
    }

    /// A message about an alert.
    static Message about(UUID alert, String event) {
        var json = JsonNodeFactory.instance.objectNode().put("id", alert.toString());
        return new Message(
                event, "Subject", "text", null, json, "critical", "https://a.example/", null);
    }

    UUID alert() {
        var id = fixtures.ids().next();
        db.execute(
                """
                INSERT INTO alert (
                    id, rule, severity, summary, started_at, fired_at, resolved_at, updated_at)
                VALUES (?, 'service.stalled', 'critical', '', now(), now(), now(), now())
                """,
                id);
        return id;
    }

    /// Sends every mail that is due.
    void sendMail() throws InterruptedException {
        while (feature.sender().sendMail().mayHaveMore()) {
            // Until none is due.
        }
    }

    /// For each notification: whether it was sent, whether it was given up.
    List<String> outcomes() {
        return db.rows(
                "SELECT sent_at IS NOT NULL, failed_at IS NOT NULL FROM notification ORDER BY id");
    }

    @Override
    public void close() throws IOException {
        sender.close();
        mail.close();
        db.execute("UPDATE notification_channel SET paused = false");
    }
}
