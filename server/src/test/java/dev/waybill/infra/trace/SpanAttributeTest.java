package dev.waybill.infra.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SpanAttributeTest {

    private static final Path PAGE =
            Path.of("..", "docs", "operating", "tracing.md").toAbsolutePath().normalize();

    @ParameterizedTest
    @EnumSource
    void everyAttributeIsDocumented(SpanAttribute attribute) throws IOException {
        assertThat(Files.readString(PAGE)).contains("`" + attribute.key() + "`");
    }
}
