package dev.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.infra.metrics.MetricPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The reference of the metrics is generated from their definitions.
class DocumentedMetricsTest {

    private static final Path PAGE =
            Path.of("..", "docs", "reference", "metrics.md").toAbsolutePath().normalize();

    private static final String BEGIN = "<!-- generated: begin -->\n\n";
    private static final String END = "<!-- generated: end -->";

    @Test
    void theReferenceShowsTheDefinitions() throws IOException {
        var page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        assertThat(begin).isBetween(BEGIN.length(), end);
        var generated = page.substring(0, begin) + MetricPage.tables() + page.substring(end);
        if (Boolean.getBoolean("metrics.write")) {
            Files.writeString(PAGE, generated);
            return;
        }

        assertThat(page)
                .as("generate it: ./check -Dtest=DocumentedMetricsTest -Dmetrics.write=true")
                .isEqualTo(generated);
    }
}
