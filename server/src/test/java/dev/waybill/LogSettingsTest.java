package dev.waybill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import dev.waybill.infra.log.LogFormat;
import dev.waybill.infra.log.LogSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.event.Level;

class LogSettingsTest {

    @Test
    void aFlagComesBeforeAVariableAndThatBeforeTheFile() {
        var file = ConfigFactory.parseString("log-format = json, log-level = warn");
        var variable = Map.of("WAYBILL_LOG_LEVEL", "debug");
        var flag = Map.of(Settings.Name.LOG_LEVEL, "error");

        assertThat(Settings.log(Map.of(), Map.of(), ConfigFactory.empty()))
                .isEqualTo(LogSettings.DEFAULT);
        assertThat(Settings.log(Map.of(), Map.of(), file))
                .isEqualTo(new LogSettings(LogFormat.JSON, Level.WARN));
        assertThat(Settings.log(Map.of(), variable, file).level()).isEqualTo(Level.DEBUG);
        assertThat(Settings.log(flag, variable, file).level()).isEqualTo(Level.ERROR);
    }

    @ParameterizedTest
    @CsvSource({"LOG_FORMAT, XML", "LOG_FORMAT, ''", "LOG_LEVEL, Info", "LOG_LEVEL, off"})
    void otherValuesAreRefused(Settings.Name name, String value) {
        assertThatThrownBy(() -> Settings.log(Map.of(name, value), Map.of(), ConfigFactory.empty()))
                .isInstanceOf(Settings.Invalid.class)
                .hasMessageContaining(name.key() + " must be ")
                .hasMessageEndingWith(": " + value);
    }
}
