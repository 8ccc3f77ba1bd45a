package dev.waybill.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandTest {

    @Test
    void aProgramSeesOfOurEnvironmentOnlyWhereProgramsAreAndTheTimeZone() throws IOException {
        var shown = Command.run(List.of("env"), "", Duration.ofMinutes(1));

        assertThat(shown.succeeded()).isTrue();
        assertThat(shown.output().lines().map(line -> line.substring(0, line.indexOf('='))))
                .isSubsetOf(Set.of("PATH", "TZ", "LC_ALL"))
                .contains("PATH", "LC_ALL");
        assertThat(System.getenv()).hasSizeGreaterThan(3);
    }
}
