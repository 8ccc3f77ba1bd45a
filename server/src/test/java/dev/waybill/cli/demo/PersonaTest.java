package dev.waybill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PersonaTest {

    private static final String ORDINARY = "{\"data\":{\"stop\":\"depot\"}}";
    private static final String FROM_CUSTOMS = "{\"data\":{\"stop\":\"customs\"}}";

    @Test
    void aPathSaysWhoLivesThere() {
        assertThat(Persona.at("/initech/rate-limited")).contains(Persona.RATE_LIMITED);
        assertThat(Persona.at("/acme/healthy")).contains(Persona.HEALTHY);
        assertThat(Persona.at("/acme/nobody")).isEmpty();
        assertThat(Persona.at("/")).isEmpty();
    }

    @Test
    void everyEndpointHasAPersonaAndEveryPersonaAnEndpoint() {
        var personas =
                Stage.plan()
                        .get("webhook_endpoints")
                        .valueStream()
                        .map(endpoint -> Persona.at(endpoint.get("url").stringValue()))
                        .map(Optional::orElseThrow);

        assertThat(personas).contains(Persona.values());
    }

    @Test
    void theHealthyAndTheSlowAlwaysAccept() {
        assertThat(statuses(Persona.HEALTHY, ORDINARY)).containsOnly(200);
        assertThat(statuses(Persona.SLOW, ORDINARY)).containsOnly(200);
    }

    @Test
    void theSlowTakesLongerThanARateLives() {
        var rate =
                Stage.plan()
                        .get("event_types")
                        .valueStream()
                        .filter(type -> type.get("name").stringValue().equals("rate.quoted"))
                        .map(PersonaTest::life)
                        .findFirst();

        assertThat(rate.orElseThrow()).isLessThan(Persona.SLOWNESS);
    }

    @Test
    void theFlakyFailsAndRecovers() {
        assertThat(statuses(Persona.FLAKY, ORDINARY)).containsExactly(200, 503, 200, 200, 500, 200);
    }

    @Test
    void theDownHangsUp() {
        assertThat(Persona.DOWN.answer(0, ORDINARY)).isEqualTo(new Answer.HangUp());
    }

    @Test
    void theGoneIsGone() {
        assertThat(statuses(Persona.GONE, ORDINARY)).containsOnly(410);
    }

    @Test
    void theRateLimitedAsksForAPauseNowAndThen() {
        assertThat(statuses(Persona.RATE_LIMITED, ORDINARY))
                .containsExactly(200, 200, 200, 200, 429, 200);
        assertThat(Persona.RATE_LIMITED.answer(4, ORDINARY))
                .isInstanceOfSatisfying(
                        Answer.Status.class,
                        answer -> assertThat(answer.retryAfter()).isEqualTo(Persona.BREATHER));
    }

    @Test
    void thePoisonedRefusesOneThingOnly() {
        assertThat(statuses(Persona.POISON, ORDINARY)).containsOnly(200);
        assertThat(statuses(Persona.POISON, FROM_CUSTOMS)).containsOnly(422);
    }

    private static Duration life(JsonNode type) {
        return Duration.ofSeconds(type.get("ttl_seconds").intValue());
    }

    /// Of its first six answers.
    private static Stream<Integer> statuses(Persona persona, String body) {
        return IntStream.range(0, 6)
                .mapToObj(number -> ((Answer.Status) persona.answer(number, body)).status());
    }
}
