package dev.waybill.feature.notifications;

import static dev.waybill.testing.Behaviour.respond;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.PortPolicy;
import dev.waybill.testing.Behaviour;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ScriptedEndpoint;
import dev.waybill.testing.TestDatabase;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Channels that hang, fail or are paused, with receivers on real sockets.
class ChannelSendingTest {

    private static final TestDatabase DB = TestDatabase.create();

    private static final JsonMapper JSON = new JsonMapper();

    @SuppressWarnings("NullAway.Init") // set before each test
    private NotificationWorld world;

    @BeforeEach
    void create() throws Exception {
        world = new NotificationWorld(DB);
    }

    @AfterEach
    void clear() throws Exception {
        world.close();
        DB.clear();
    }

    @AfterAll
    static void drop() {
        DB.close();
    }

    /// Slack answers only after PagerDuty has got everything.
    @Test
    void aChannelThatHangsDelaysNoOther() throws Exception {
        var others = new CountDownLatch(3);
        Behaviour waiting =
                exchange -> {
                    others.await();
                    return respond(200).play(exchange);
                };
        Behaviour counting =
                exchange -> {
                    others.countDown();
                    return respond(202).play(exchange);
                };
        try (var slack = ScriptedEndpoint.that(waiting);
                var pagerduty = ScriptedEndpoint.that(counting)) {
            var first = world.slack(slack.url());
            var second = world.pagerduty(pagerduty.url());
            for (int i = 0; i < 3; i++) {
                world.toChannel(first, NotificationWorld.message("fired", "x"), null);
            }
            for (int i = 0; i < 3; i++) {
                world.toChannel(second, NotificationWorld.message("fired", "x"), null);
            }

            world.feature.sender().sendOthers();

            assertThat(world.outcomes()).hasSize(6).allMatch("t f"::equals);
        }
    }

    @Test
    void aMessageThatCannotBeReadStopsNoOther() throws Exception {
        try (var slack = ScriptedEndpoint.that(respond(200));
                var pagerduty = ScriptedEndpoint.that(respond(202))) {
            var bad = world.slack(slack.url());
            var unsealed = world.pagerduty(pagerduty.url());
            var good = world.pagerduty(pagerduty.url("/good"));
            world.toChannel(bad, NotificationWorld.message("fired", "x"), null);
            world.toChannel(unsealed, NotificationWorld.message("fired", "x"), null);
            world.toChannel(good, NotificationWorld.message("fired", "x"), null);
            DB.execute("UPDATE notification SET content = '{}' WHERE channel_id = ?", bad.id());
            DB.execute(
                    "UPDATE notification_channel SET secret_sealed = 'x' WHERE id = ?",
                    unsealed.id());

            world.feature.sender().sendOthers();

            assertThat(world.outcomes()).containsExactly("f f", "f f", "t f");
            assertThat(world.find(bad).health().lastError()).contains("could not be made");
            assertThat(world.find(unsealed).health().isFailing()).isTrue();
            // Both are given up in the end.
            world.clock.advance(Duration.ofDays(3));
            world.feature.sender().sendOthers();
            assertThat(world.outcomes()).containsExactly("f t", "f t", "t f");
        }
    }

    /// The end of an alert must not overtake its beginning: PagerDuty would open the incident after
    /// it was resolved, for ever.
    @Test
    void messagesAboutAnAlertKeepTheirOrder() throws Exception {
        try (var pagerduty = ScriptedEndpoint.that(respond(500)).then(respond(202))) {
            var channel = world.pagerduty(pagerduty.url());
            var alert = world.alert();
            world.toChannel(channel, NotificationWorld.about(alert, "fired"), alert);
            world.toChannel(channel, NotificationWorld.about(alert, "resolved"), alert);

            world.feature.sender().sendOthers();
            assertThat(action(pagerduty)).isEqualTo("trigger " + alert);
            world.feature.sender().sendOthers();
            assertThat(pagerduty.waiting()).isZero();
            assertThat(world.find(channel).health().isFailing()).isTrue();

            world.clock.advance(Duration.ofMinutes(1));
            world.feature.sender().sendOthers();
            assertThat(action(pagerduty)).isEqualTo("trigger " + alert);
            assertThat(action(pagerduty)).isEqualTo("resolve " + alert);
            assertThat(world.outcomes()).containsExactly("t f", "t f");
            assertThat(world.find(channel).health().isFailing()).isFalse();
        }
    }

    @Test
    void aMessageAboutAnotherAlertDoesNotWait() throws Exception {
        try (var pagerduty = ScriptedEndpoint.that(respond(500)).then(respond(202))) {
            var channel = world.pagerduty(pagerduty.url());
            var alert = world.alert();
            var other = world.alert();
            world.toChannel(channel, NotificationWorld.about(alert, "fired"), alert);
            world.feature.sender().sendOthers();
            world.toChannel(channel, NotificationWorld.about(other, "fired"), other);

            world.feature.sender().sendOthers();

            assertThat(world.outcomes()).containsExactly("f f", "t f");
        }
    }

    @Test
    void aPausedChannelSendsNothingButTests() throws Exception {
        try (var slack = ScriptedEndpoint.that(respond(200))) {
            var channel = world.slack(slack.url());
            world.toChannel(channel, NotificationWorld.message("fired", "queued"), null);
            world.feature
                    .channels()
                    .change(
                            new ChangeChannel(
                                    channel.id(),
                                    Update.keep(),
                                    Update.keep(),
                                    Update.keep(),
                                    Update.to(true)),
                            new Violations(),
                            Fixtures.ACT);
            assertThat(world.feature.channels().test(channel.id(), Fixtures.ACT)).isTrue();

            world.feature.sender().sendOthers();

            assertThat(world.outcomes()).containsExactly("f t", "t f");
            assertThat(text(slack)).contains("Test notification");
            assertThat(slack.waiting()).isZero();
            assertThat(world.find(channel).health().isFailing()).isFalse();
        }
    }

    @Test
    void aLongSubjectIsCut() throws Exception {
        try (var pagerduty = ScriptedEndpoint.that(respond(202))) {
            var channel = world.pagerduty(pagerduty.url());
            world.toChannel(channel, NotificationWorld.message("fired", "x".repeat(3_000)), null);

            world.feature.sender().sendOthers();

            var summary = JSON.readTree(text(pagerduty)).get("payload").get("summary");
            assertThat(summary.stringValue()).hasSize(Message.SUBJECT_LENGTH_MAX).endsWith("x…");
        }
    }

    /// As with the default settings.
    @Test
    void privateAddressesAreNotCalled() throws Exception {
        var loopback = InetAddress.ofLiteral("127.0.0.1");
        var guard =
                new EgressGuard(
                        false, PortPolicy.DEFAULT, List.of(), (_, _, _) -> List.of(loopback));
        try (var strict = new NotificationWorld(DB, guard)) {
            for (var channel :
                    List.of(
                            strict.slack("https://hooks.attacker.example/x"),
                            strict.pagerduty("https://10.0.0.1/x"))) {
                strict.toChannel(channel, NotificationWorld.message("fired", "x"), null);
                strict.feature.sender().sendOthers();

                assertThat(strict.find(channel).health().lastError()).contains("private");
            }
            assertThat(strict.outcomes()).containsExactly("f t", "f t");
            for (var kind : List.of(ChannelKind.SLACK, ChannelKind.PAGERDUTY)) {
                var key = kind == ChannelKind.PAGERDUTY ? "WaybillMarkerKey" : null;
                for (var url : List.of("https://localhost/x", "http://hooks.example/x")) {
                    var command =
                            new CreateChannel(kind, null, Update.keep(), List.of(), url, key, null);
                    assertThat(
                                    strict.feature
                                            .channels()
                                            .create(command, new Violations(), Fixtures.ACT))
                            .isInstanceOf(Channels.Created.Invalid.class);
                }
            }
        }
    }

    private static String action(ScriptedEndpoint pagerduty) throws InterruptedException {
        JsonNode json = JSON.readTree(text(pagerduty));
        return json.get("event_action").stringValue() + " " + json.get("dedup_key").stringValue();
    }

    private static String text(ScriptedEndpoint endpoint) throws InterruptedException {
        return new String(endpoint.take().body(), UTF_8);
    }
}
