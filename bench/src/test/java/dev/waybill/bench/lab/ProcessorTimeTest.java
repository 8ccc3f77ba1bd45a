package dev.waybill.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessorTimeTest {

    @Test
    void theAccountOfEndedChildrenIsReadBehindAnyName() {
        var line = "77 (post) gres (1 2) S 1 77 77 0 -1 4 1 2 3 4 9999 8888 250 50 20 0 1 0 5 6 7";

        assertThat(ProcessorTime.ofEndedChildren(line)).isEqualTo(Duration.ofSeconds(3));
    }

    /// A shell whose child works for a while and ends: the work must not vanish with it.
    @Test
    @EnabledOnOs(OS.LINUX)
    void whatAChildUsedIsStillThereWhenItHasEnded() throws IOException {
        var shell =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo;"
                                        + " read end")
                        .start();
        try (var out = shell.inputReader()) {
            assertThat(out.readLine()).as("the child has ended").isEmpty();
            assertThat(shell.descendants()).isEmpty();

            assertThat(ProcessorTime.ofTree(shell.pid())).isGreaterThan(Duration.ofMillis(20));
        } finally {
            shell.destroyForcibly();
        }
    }
}
