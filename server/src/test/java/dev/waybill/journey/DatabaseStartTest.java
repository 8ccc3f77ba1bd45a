package dev.waybill.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.infra.db.DatabaseStart;
import dev.waybill.infra.db.DatabaseUrl;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/// A start with a database that is not reachable yet.
class DatabaseStartTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void aDatabaseThatIsLateIsWaitedFor() throws Exception {
        var direct = Postgres.newDatabase();
        try (var cable = Cable.to(1)) {
            var url = through(cable, direct);
            var wait =
                    new FutureTask<>(() -> {
                        DatabaseStart.await(url, PATIENCE);
                        return true;
                    });
            Thread.ofVirtual().start(wait);

            cable.leadTo(URI.create(direct).getPort());

            assertThat(wait).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void oneThatNeverAnswersIsGivenUpWithASentence() {
        var url = DatabaseUrl.parse("postgresql://u:hunter2@127.0.0.1:1/x");

        assertThatThrownBy(() -> DatabaseStart.await(url, Duration.ZERO))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("no answer from jdbc:postgresql://127.0.0.1:1/x within 0 s")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aWrongPasswordIsToldAtOnce() throws Exception {
        var url = DatabaseUrl.parse(Postgres.newDatabase().replaceFirst(":[^:@/]+@", ":wrong@"));

        assertThatThrownBy(() -> DatabaseStart.await(url, Duration.ofDays(1)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password");
    }

    private static DatabaseUrl through(Cable cable, String direct) {
        return DatabaseUrl.parse(direct.replaceFirst(":\\d+/", ":" + cable.port() + "/"));
    }
}
