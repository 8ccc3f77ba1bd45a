package dev.waybill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Plays histories and looks for what must never be seen. `-Dsimulation.histories=5000` plays more,
/// `-Dseed=` plays one.
class SimulationTest {

    /// As many as `./check` has the patience for.
    private static final int HISTORIES = Integer.getInteger("simulation.histories", 26);

    private static final Histories PLAYED = new Histories();

    @AfterAll
    static void close() {
        PLAYED.close();
    }

    @Test
    void nothingIsSeenThatMustNotBe() throws SQLException {
        var only = Long.getLong("seed");
        var seeds = only == null ? LongStream.rangeClosed(1, HISTORIES) : LongStream.of(only);

        for (var seed : seeds.toArray()) {
            var played = PLAYED.play(seed, Mutation.NONE);

            assertThat(played.violations()).as(() -> story(seed, played)).isEmpty();
        }
    }

    private static String story(long seed, Histories.Played played) {
        return """
        seed %d breaks a promise; run it again with
        ./check -Dtest=SimulationTest -Dseed=%d -Dsurefire.failIfNoSpecifiedTests=false
        its last steps were
        %s
        and it was seen that
        """
                .formatted(seed, seed, String.join("\n", played.steps()));
    }
}
