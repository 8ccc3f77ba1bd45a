package dev.waybill.infra.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUrlTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgresql://db/waybill | jdbc:postgresql://db:5432/waybill",
                "postgres://db:6000/waybill | jdbc:postgresql://db:6000/waybill",
                "jdbc:postgresql://db/w?ssl=true | jdbc:postgresql://db:5432/w?ssl=true",
                "postgresql://db | jdbc:postgresql://db:5432/",
                "postgresql://[::1]:6000/x | jdbc:postgresql://[::1]:6000/x",
                "postgresql://a:6000,b,[::1]/x | jdbc:postgresql://a:6000,b:5432,[::1]:5432/x",
            })
    void hostsGetTheirPorts(String text, String jdbcUrl) {
        assertThat(DatabaseUrl.parse(text).jdbcUrl()).isEqualTo(jdbcUrl);
    }

    @Test
    void userAndPasswordAreDecodedAndKeptOutOfTheAddress() {
        var url = DatabaseUrl.parse("postgresql://me%40home:a+b%2Fc@a,b/x");

        assertThat(url.user()).isEqualTo("me@home");
        assertThat(url.password()).isEqualTo("a+b/c");
        assertThat(url).hasToString("jdbc:postgresql://a:5432,b:5432/x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mysql://db/x",
                "postgresql:///x",
                "postgresql://a,,b/x",
                "postgresql://a,/x",
                "postgresql://a:port/x",
                "postgresql://me:%zz@a/x",
            })
    void anythingElseIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> DatabaseUrl.parse(text));
    }
}
