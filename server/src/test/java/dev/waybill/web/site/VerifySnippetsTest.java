package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.SignatureScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The code that the pages offer to receivers verifies signatures as the contract states.
class VerifySnippetsTest {

    private static final Path FOLDER = Path.of("src", "main", "resources", "ui", "verify");

    @Test
    void everySnippetKeepsToTheToleranceOfTheContract() throws IOException {
        var tolerance = SignatureScheme.TIMESTAMP_TOLERANCE;
        var limit =
                "> (%d|%d\\*time\\.Minute)\\b"
                        .formatted(tolerance.toSeconds(), tolerance.toMinutes());

        for (var file : snippets()) {
            assertThat(Files.readString(file)).as("%s", file).containsPattern(limit);
        }
    }

    private static List<Path> snippets() throws IOException {
        try (var files = Files.list(FOLDER)) {
            return files.toList();
        }
    }
}
