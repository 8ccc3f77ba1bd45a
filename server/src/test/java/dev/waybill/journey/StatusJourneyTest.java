package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// How is the service itself? Its processes, their jobs, and the database.
class StatusJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient ui =
            UiClient.of(journey).signedIn(text(api.createKey("viewer"), "key"));

    @Test
    void aServiceThatRunsSaysSo() {
        var status = await(seen -> seen.get("processes").size() > 0);
        var database = status.get("database");
        var process = status.get("processes").get(0);
        var claimer = job(status, "claimer").orElseThrow();

        assertThat(text(database, "role")).isEqualTo("primary");
        assertThat(database.get("size_bytes").longValue()).isPositive();
        assertThat(text(database, "migration")).isNotEmpty();
        assertThat(database.get("disk").isNull()).isTrue();
        assertThat(text(process, "state")).isEqualTo("alive");
        assertThat(text(process, "version")).isEqualTo(text(status, "version"));
        assertThat(text(claimer, "state")).isEqualTo("ok");
        assertThat(claimer.get("runs").longValue()).isPositive();
        assertThat(claimer.get("restarts").intValue()).isZero();
        assertThat(ui.get("/ui/status").expect(200).text())
                .contains(text(process, "id"), "claimer", "settler-1", "forgetter");
    }

    @Test
    void aJobThatFailsIsShownUntilItRecovers() throws SQLException {
        execute("ALTER TABLE stat_end RENAME TO stat_end_away");
        var failed = await(status -> isFailed(status, "stats"));
        assertThat(text(failed, "status")).isEqualTo("degraded");
        assertThat(job(failed, "stats").orElseThrow().get("failures").intValue()).isPositive();
        assertThat(ui.get("/ui/status").expect(200).text()).contains("A job fails");

        execute("ALTER TABLE stat_end_away RENAME TO stat_end");

        await(status -> !isFailed(status, "stats"));
    }

    @Test
    void aProcessThatWasLostIsShownWithWhatItLeft() throws SQLException {
        execute(
                """
                INSERT INTO process_report (
                           process_id, started_at, reported_at, stopped, host, version, rescued,
                           jobs)
                VALUES ('00000000-0000-7000-8000-00000000dead', now() - interval '1 hour', now(),
                        false, 'lost-host', '0.1.0', 3, '[]'),
                       ('00000000-0000-7000-8000-0000000000ff', now() - interval '1 hour', now(),
                        true, 'stopped-host', '0.1.0', 0, '[]'),
                       ('00000000-0000-7000-8000-00000000aaaa', now() - interval '9 days',
                        now() - interval '2 days', true, 'forgotten-host', '0.1.0', 0, '[]')
                """);

        var status = await(seen -> !seen.toString().contains("forgotten-host"));

        assertThat(text(status, "status")).isEqualTo("degraded");
        assertThat(status.toString())
                .contains("\"state\":\"lost\",\"host\":\"lost-host\"")
                .contains("\"state\":\"stopped\",\"host\":\"stopped-host\"");
        assertThat(ui.get("/ui/status").expect(200).text())
                .contains("lost-host", "3 deliveries it held went to other processes");
        execute("DELETE FROM process_report WHERE host IN ('lost-host', 'stopped-host')");
    }

    private static JsonNode await(Predicate<JsonNode> wanted) {
        return Eventually.get(() -> api.get("/v1/status").expect(200).json(), wanted);
    }

    private static boolean isFailed(JsonNode status, String job) {
        return job(status, job).filter(found -> text(found, "state").equals("failed")).isPresent();
    }

    private static Optional<JsonNode> job(JsonNode status, String name) {
        for (var process : status.get("processes")) {
            for (var job : process.get("jobs")) {
                if (text(job, "name").equals(name)) {
                    return Optional.of(job);
                }
            }
        }
        return Optional.empty();
    }

    private static void execute(String sql) throws SQLException {
        try (var connection = journey.connection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
