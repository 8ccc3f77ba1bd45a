package dev.waybill.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultTest {

    private static final Machine MACHINE =
            new Machine("a machine", "1.2.3", Instant.parse("2026-01-01T12:00:00Z"));

    private static final Result RESULT =
            new Result(
                    "throughput",
                    List.of(
                            Figure.of("ratio_ceiling", "× ceiling", 0.41234, 3)
                                    .must(new Bound.AtLeast(0.30))
                                    .aim(new Bound.AtLeast(0.45)),
                            Figure.of("rss_mb", "resident MB", Double.NaN, 0)),
                    List.of());

    @TempDir Path folder;

    @Test
    void theTableSaysWhatWasReached() {
        var table = Table.of(List.of(RESULT), MACHINE);

        assertThat(table).containsPattern("× ceiling +0\\.412 +≥ 0\\.300 yes +≥ 0\\.450 no");
    }

    @Test
    void oneScenarioIsAnObjectWithoutTheFiguresThatAreMissing() throws IOException {
        var file = folder.resolve("result.json");

        ResultFile.write(file, List.of(RESULT), MACHINE, "waybill bench throughput");

        assertThat(Files.readString(file))
                .startsWith("{")
                .contains("\"scenario\" : \"throughput\"", "\"ratio_ceiling\" : 0.412")
                .contains("\"command\" : \"waybill bench throughput\"", "\"version\" : \"1.2.3\"")
                .doesNotContain("rss_mb");
    }

    @Test
    void severalScenariosAreAnArray() throws IOException {
        var file = folder.resolve("result.json");

        ResultFile.write(file, List.of(RESULT, RESULT), MACHINE, "waybill bench all");

        assertThat(Files.readString(file)).startsWith("[");
    }

    @Test
    void theMedianIsTheMiddle() {
        assertThat(Statistics.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(Statistics.median(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(3);
        assertThat(Statistics.median(List.of())).isNaN();
    }
}
