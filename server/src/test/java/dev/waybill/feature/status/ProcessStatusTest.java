package dev.waybill.feature.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.feature.status.ProcessStatus.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessStatusTest {

    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "true,  false,  0, ALIVE",
        "true,  false, 20, ALIVE",
        "true,  false, 21, SILENT",
        "false, false,  0, LOST",
        "false, false, 90, LOST",
        "false, true,   0, STOPPED",
        "true,  true,  90, STOPPED"
    })
    void theStateFollowsFromTheLastReport(
            boolean alive, boolean stopped, int silentSeconds, State state) {
        assertThat(ProcessStatus.state(alive, stopped, NOW.minusSeconds(silentSeconds), NOW))
                .isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({
        "ALIVE,   false, false",
        "ALIVE,   true,  true",
        "SILENT,  false, true",
        "LOST,    false, true",
        "STOPPED, true,  false"
    })
    void troubleIsWhatNeedsALook(State state, boolean jobFailed, boolean trouble) {
        assertThat(process(state, jobFailed).hasTrouble()).isEqualTo(trouble);
    }

    @Test
    void jobsAreReadAsTheyWereWritten() {
        var jobs = List.of(job(false), job(true));

        assertThat(JobReportJson.read(JobReportJson.write(jobs))).isEqualTo(jobs);
        assertThat(JobReportJson.read("[{\"name\":\"of.another.version\",\"new\":1}]"))
                .singleElement()
                .satisfies(job -> assertThat(job.failed()).isFalse());
    }

    private static ProcessStatus process(State state, boolean jobFailed) {
        return new ProcessStatus(
                new UUID(0, 1), state, "host", "1", NOW, NOW, 0, List.of(job(jobFailed)));
    }

    private static JobReport job(boolean failed) {
        return new JobReport(
                "claimer",
                failed,
                Duration.ofMillis(500),
                NOW.minusSeconds(1),
                Duration.ofMillis(3),
                7,
                failed ? 2 : 0,
                4,
                failed ? 1 : 0,
                failed ? NOW.minusSeconds(9) : null,
                Duration.ofMillis(failed ? 0 : 20),
                true);
    }
}
