package dev.waybill.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostmasterFileTest {

    private static final String SEVEN = "4711\n/data\n1700000000\n15432\n\n127.0.0.1\n  1  2\n";

    @Test
    void readsTheStatusInItsPaddedLine() {
        var file = PostmasterFile.parse(SEVEN + "ready   \n").orElseThrow();

        assertThat(file.pid()).isEqualTo(4711);
        assertThat(file.ready()).isTrue();
        assertThat(file.starting()).isFalse();
    }

    @Test
    void aFileWithoutStatusIsNeitherReadyNorStarting() {
        var file = PostmasterFile.parse(SEVEN).orElseThrow();

        assertThat(file.ready()).isFalse();
        assertThat(file.starting()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "-4711\n", "pid\n", "99999999999999999999\n"})
    void aBrokenFileNamesNobody(String text) {
        assertThat(PostmasterFile.parse(text)).isEmpty();
    }
}
