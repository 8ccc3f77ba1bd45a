package dev.waybill.feature.alerts;

import com.icegreen.greenmail.util.GreenMail;
import dev.waybill.domain.alert.Span;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.Engine;
import dev.waybill.engine.Environment;
import dev.waybill.engine.Outbound;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.PortPolicy;
import dev.waybill.engine.deliver.egress.Resolver;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.feature.FeatureContext;
import dev.waybill.feature.notifications.MailSettings;
import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.infra.db.DatabaseClock;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.MailServers;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import dev.waybill.testing.Vaults;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.JsonNodeFactory;

/// Processes that evaluate alerts and send mail to a real server, in simulated time. What endpoints
/// do is written into the sums, as the engine would.
final class AlertWorld implements AutoCloseable {

    static final String OWNER = "owner@customer.example";
    static final String SUPPORT = "support@platform.example";

    final TestDatabase db;
    final ManualClock clock = new ManualClock();
    final Fixtures fixtures;
    GreenMail mail;

    /// Of the processes that are started next.
    ServiceProbe probe;

    private final List<Member> processes = new ArrayList<>();

    /// The parts of one process.
    record Member(Engine engine, AlertsFeature alerts, NotificationsFeature notifications) {}

    AlertWorld(TestDatabase db) {
        this.db = db;
        this.fixtures = new Fixtures(db, clock);
        this.probe = new ServiceProbe(List.of(), clock, clock, null);
        this.mail = MailServers.create();
        mail.start();
        // Simulated days have no partitions, and no process captures.
        db.execute(
                "INSERT INTO alert_rule (rule, enabled, thresholds, updated_at)"
                        + " VALUES ('service.stalled', false, '{}', now())");
    }

    Member process() throws SQLException {
        var process = start(mail.getSmtp().getPort());
        processes.add(process);
        return process;
    }

    private Member start(int smtpPort) throws SQLException {
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
        engine.routes().refresh();
        var accessCache = new AccessCache(database);
        accessCache.refresh();
        var context =
                new FeatureContext(
                        database,
                        clock,
                        ids,
                        new SecureRandom(),
                        accessCache,
                        new Audit(database, clock, ids),
                        engine);
        var server = MailSettings.Server.parse("smtp://127.0.0.1:" + smtpPort).orElseThrow();
        var notifications =
                NotificationsFeature.of(
                        context,
                        fixtures.trail("notification_channel"),
                        Vaults.VAULT,
                        new NotificationsFeature.Network(
                                (_, _, _) -> Answer.only(new Outcome.Accepted(200)),
                                new EgressGuard(
                                        true, PortPolicy.DEFAULT, List.of(), new Nowhere())),
                        new MailSettings(server, "waybill@platform.example", SUPPORT),
                        "https://hooks.platform.example");
        var alerts =
                AlertsFeature.of(
                        context,
                        fixtures.trail("alert"),
                        new AlertsFeature.Snapshots(
                                alert ->
                                        JsonNodeFactory.instance
                                                .objectNode()
                                                .put("id", alert.id().toString()),
                                _ -> JsonNodeFactory.instance.objectNode()),
                        notifications,
                        probe);
        return new Member(engine, alerts, notifications);
    }

    private static final class Nowhere implements Resolver {

        @Override
        public List<InetAddress> resolve(String host, UUID appId, Duration timeLimit) {
            return List.of();
        }

        @Override
        public void close() {}
    }

    /// An endpoint of a host of its own, whose owner is confirmed.
    Endpoint endpoint(int number, String owner) {
        var endpoint = fixtures.endpoint();
        db.execute(
                "UPDATE endpoint SET url = ?, owner_email = ? WHERE id = ?",
                "https://host" + number + ".customer.example/hook",
                owner,
                endpoint.id());
        db.execute(
                """
                INSERT INTO owner_address (app_id, address, state, token, updated_at)
                VALUES (?, ?, 'confirmed', ?, now())
                    ON CONFLICT DO NOTHING
                """,
                endpoint.appId(),
                owner,
                "token-" + owner);
        return endpoint;
    }

    /// Adds the sums of attempts in the current five minutes.
    void attempts(Endpoint endpoint, long succeeded, long failed) {
        sum(endpoint, succeeded, failed, 0, 0);
    }

    /// Adds deliveries that gave up in the current five minutes.
    void gaveUp(Endpoint endpoint, long exhausted) {
        sum(endpoint, 0, 1, exhausted, 0);
    }

    /// @param clientErrors those of the failed attempts that were answered with 4xx
    void sum(Endpoint endpoint, long succeeded, long failed, long exhausted, long clientErrors) {
        if (failed > 0 && succeeded == 0) {
            doesNotAnswer("id = ?", endpoint.id());
        } else if (succeeded > 0) {
            db.execute("DELETE FROM endpoint_pace WHERE endpoint_id = ?", endpoint.id());
        }
        add(endpoint, succeeded, failed, clientErrors, exhausted, 0);
    }

    /// The endpoint answers each attempt with 4xx.
    ///
    /// @param permanent deliveries that gave up because of that
    void answers4xx(Endpoint endpoint, long failed, long permanent) {
        db.execute("DELETE FROM endpoint_pace WHERE endpoint_id = ?", endpoint.id());
        add(endpoint, 0, failed, failed, 0, permanent);
    }

    private void doesNotAnswer(String condition, Object... parameters) {
        db.execute(
                """
                INSERT INTO endpoint_pace (endpoint_id, failures, changed_at)
                SELECT id, 1, now()
                  FROM endpoint
                 WHERE %s
                    ON CONFLICT (endpoint_id) DO UPDATE
                   SET failures = 1
                """
                        .formatted(condition),
                parameters);
    }

    private void add(
            Endpoint endpoint,
            long succeeded,
            long failed,
            long clientErrors,
            long exhausted,
            long permanent) {
        db.execute(
                """
                INSERT INTO stat AS sum (
                    endpoint_id, grain_seconds, since, event_type, app_id, mode, succeeded, failed,
                    client_errors, delivered, exhausted, permanent)
                VALUES (?, 300, ?, 'a.b', ?, 'live', ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (endpoint_id, grain_seconds, since, event_type, app_id, mode)
                    DO UPDATE
                   SET succeeded = sum.succeeded + excluded.succeeded,
                       failed = sum.failed + excluded.failed,
                       client_errors = sum.client_errors + excluded.client_errors,
                       delivered = sum.delivered + excluded.delivered,
                       exhausted = sum.exhausted + excluded.exhausted,
                       permanent = sum.permanent + excluded.permanent
                """,
                endpoint.id(),
                span(),
                endpoint.appId(),
                succeeded,
                failed,
                clientErrors,
                succeeded,
                exhausted,
                permanent);
    }

    /// Every attempt of every endpoint fails in the current five minutes.
    void allFail() {
        doesNotAnswer("true");
        db.execute(
                """
                INSERT INTO stat (
                           endpoint_id, grain_seconds, since, event_type, app_id, mode, failed)
                SELECT id, 300, ?, 'a.b', app_id, mode, 1
                  FROM endpoint
                """,
                span());
    }

    /// Adds attempts of all apps in the current five minutes.
    void attemptsOfAll(long count) {
        db.execute(
                """
                INSERT INTO stat AS sum (grain_seconds, since, mode, succeeded)
                VALUES (300, ?, 'live', ?)
                    ON CONFLICT (endpoint_id, grain_seconds, since, event_type, app_id, mode)
                    DO UPDATE
                   SET succeeded = sum.succeeded + excluded.succeeded
                """,
                span(),
                count);
    }

    /// The endpoints have been in service, and evaluated, for long enough that a failure is known
    /// to be new.
    void watch() throws InterruptedException {
        evaluate();
        clock.advance(Duration.ofHours(1));
        step();
    }

    /// The mail server stops, and every try to send fails.
    void stopMail() {
        mail.stop();
    }

    /// Another mail server takes its place, and the processes are started again.
    void restartMail() throws SQLException {
        mail = MailServers.create();
        mail.start();
        processes.clear();
        process();
    }

    private Instant span() {
        long length = Span.LENGTH.toSeconds();
        return Instant.ofEpochSecond(clock.instant().getEpochSecond() / length * length);
    }

    /// Five minutes go by, and every process runs its jobs.
    void step() throws InterruptedException {
        clock.advance(Span.LENGTH);
        evaluate();
        send();
    }

    void evaluate() {
        processes.forEach(process -> process.alerts.evaluation().runOnce());
    }

    void send() throws InterruptedException {
        for (var process : processes) {
            while (process.alerts.digest().runOnce().mayHaveMore()) {
                // Until every owner has a mail.
            }
            while (process.notifications.sender().sendMail().mayHaveMore()) {
                // Until every mail is sent.
            }
        }
    }

    /// The mails to an address, in the order of arrival.
    List<MimeMessage> mailsTo(String address) throws Exception {
        var mails = new ArrayList<MimeMessage>();
        var user = mail.getUserManager().getUserByEmail(address);
        if (user != null) {
            var inbox = mail.getManagers().getImapHostManager().getInbox(user);
            for (var message : inbox.getMessages()) {
                mails.add(message.getMimeMessage());
            }
        }
        return mails;
    }

    /// The plain text of a mail.
    static String text(MimeMessage mail) throws Exception {
        return ((MimeMultipart) mail.getContent()).getBodyPart(0).getContent().toString();
    }

    List<String> alerts() {
        return db.rows("SELECT rule, level, resolved_at IS NULL FROM alert ORDER BY id");
    }

    @Override
    public void close() {
        mail.stop();
    }
}
