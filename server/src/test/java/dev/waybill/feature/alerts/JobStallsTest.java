package dev.waybill.feature.alerts;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.alert.Stall;
import dev.waybill.feature.status.JobReport;
import dev.waybill.feature.status.ProcessStatus;
import dev.waybill.feature.status.ProcessStatus.State;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobStallsTest {

    /// Every job has a period of ten seconds.
    @ParameterizedTest
    @CsvSource({
        // job, seconds since its success, failures, seconds in its pass, essential, stall
        "figures,    70, 0,    0, false,",
        "figures,    71, 0,    0, false, JOBS",
        "figures,    71, 3,    0, false, JOBS",
        "figures,    71, 3,    1, false, JOBS",
        "forgetter,  71, 0,   71, false,",
        "forgetter, 3600, 0, 3600, false,",
        "forgetter, 3601, 0, 3601, false, JOBS",
        "claimer,    70, 0,   70, true,",
        "claimer,    71, 0,   71, true,  JOBS",
        "capture-2,  71, 0,   71, true,  CAPTURE",
        "settler-1,  71, 0,   71, true,  DELIVERY",
        "settler-1,  71, 9,    0, true,  DELIVERY",
        "settler-1,  70, 9,    0, true,",
    })
    void aJobThatHasNotRunForLongIsAStall(
            String name,
            int since,
            int failures,
            int inPass,
            boolean essential,
            @Nullable Stall stall) {
        var job = job(name, since, failures, null, inPass, essential);

        assertThat(JobStalls.of(List.of(process(State.ALIVE, job))))
                .containsExactlyElementsOf(Stream.ofNullable(stall).toList());
    }

    @ParameterizedTest
    @CsvSource({"ALIVE, true", "SILENT, false", "STOPPED, false", "LOST, false"})
    void jobsOfAProcessThatDoesNotReportAreNotKnown(State state, boolean known) {
        var job = job("capture-1", 999, 0, null, 0, true);

        assertThat(JobStalls.of(List.of(process(state, job))).contains(Stall.CAPTURE))
                .isEqualTo(known);
    }

    @ParameterizedTest
    @CsvSource({"ALIVE, false", "SILENT, true", "STOPPED, false", "LOST, false"})
    void aProcessThatIsAliveAndSilentIsAStall(State state, boolean stalls) {
        assertThat(JobStalls.of(List.of(process(state))).contains(Stall.JOBS)).isEqualTo(stalls);
    }

    @ParameterizedTest
    @CsvSource({"0, true", "179, true", "180, false", "9000, false"})
    void aRestartIsSeenForAFewMinutes(int secondsAgo, boolean seen) {
        var job = job("figures", 1, 0, secondsAgo, 0, false);

        assertThat(JobStalls.of(List.of(process(State.ALIVE), process(State.ALIVE, job))))
                .containsExactlyElementsOf(seen ? List.of(Stall.RESTARTED) : List.of());
    }

    private static ProcessStatus process(State state, JobReport... jobs) {
        return new ProcessStatus(new UUID(0, 1), state, "host", "1", NOON, NOON, 0, List.of(jobs));
    }

    private static JobReport job(
            String name,
            int sinceSuccess,
            int failures,
            @Nullable Integer sinceRestart,
            int inPass,
            boolean essential) {
        return new JobReport(
                name,
                failures > 0,
                Duration.ofSeconds(10),
                NOON.minusSeconds(sinceSuccess),
                Duration.ofMillis(3),
                7,
                failures,
                failures,
                sinceRestart == null ? 0 : 1,
                sinceRestart == null ? null : NOON.minusSeconds(sinceRestart),
                Duration.ofSeconds(inPass),
                essential);
    }
}
