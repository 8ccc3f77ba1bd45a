package dev.waybill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import dev.waybill.domain.trace.Sampling;
import dev.waybill.infra.trace.ExportLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceVariablesTest {

    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final String SECRET = "WaybillMarker-collector-key";

    @Test
    void tracingIsOffByDefault() {
        assertThat(read(Map.of())).isNull();
        assertThat(read(Map.of(ENDPOINT, ""))).isNull();
    }

    @ParameterizedTest
    @CsvSource({"OTEL_SDK_DISABLED, true", "OTEL_SDK_DISABLED, TRUE", "OTEL_TRACES_EXPORTER, none"})
    void itCanBeSwitchedOff(String name, String value) {
        assertThat(read(Map.of(ENDPOINT, "http://collector:4318", name, value))).isNull();
    }

    /// A service that exports nothing is not concerned by variables of other programs.
    @Test
    void whileOffOtherValuesAreNotRead() {
        assertThat(read(Map.of("OTEL_TRACES_SAMPLER", "x", "OTEL_BSP_SCHEDULE_DELAY", "x")))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:4318,        , http://localhost:4318/v1/traces",
        "https://otlp.example/,        , https://otlp.example/v1/traces",
        "https://otlp.example/a/b,     , https://otlp.example/a/b/v1/traces",
        "http://a:1, https://b/own?k=v , https://b/own?k=v",
        "          , http://[::1]:4318/, http://[::1]:4318/"
    })
    void tracesHaveAPathUnderTheEndpointOfAllSignals(
            @Nullable String general, @Nullable String own, String url) {
        var variables = new HashMap<String, String>();
        variables.put(ENDPOINT, Objects.requireNonNullElse(general, ""));
        variables.put("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", Objects.requireNonNullElse(own, ""));

        assertThat(on(variables).collector().url()).hasToString(url);
    }

    @Test
    void theDefaultsAreThoseOfTheStandard() {
        var settings = on(Map.of(ENDPOINT, "http://collector:4318"));

        assertThat(settings.sampling()).isEqualTo(new Sampling(true, 1));
        assertThat(settings.limits()).isEqualTo(ExportLimits.DEFAULT);
        assertThat(settings.collector().timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.collector().headers()).isEmpty();
        assertThat(settings.collector().compressed()).isFalse();
        assertThat(settings.resource()).containsExactly(Map.entry("service.name", "waybill"));
    }

    @Test
    void everyVariableHasItsEffect() {
        var variables = new HashMap<String, String>();
        variables.put(ENDPOINT, "http://collector:4318");
        variables.put("OTEL_SDK_DISABLED", "false");
        variables.put("OTEL_TRACES_EXPORTER", "otlp");
        variables.put("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");
        variables.put("OTEL_EXPORTER_OTLP_HEADERS", "api-key=" + SECRET + ", x=a%20b%3D+c==");
        variables.put("OTEL_EXPORTER_OTLP_TIMEOUT", "5000");
        variables.put("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "700");
        variables.put("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip");
        variables.put("OTEL_TRACES_SAMPLER", "traceidratio");
        variables.put("OTEL_TRACES_SAMPLER_ARG", "0.01");
        variables.put("OTEL_SERVICE_NAME", "hooks");
        variables.put("OTEL_RESOURCE_ATTRIBUTES", "service.name=other,service.namespace=caf%C3%A9");
        variables.put("OTEL_BSP_MAX_QUEUE_SIZE", "100");
        variables.put("OTEL_BSP_SCHEDULE_DELAY", "50");

        var settings = on(variables);

        assertThat(settings.collector().headers())
                .containsOnly(Map.entry("api-key", SECRET), Map.entry("x", "a b=+c=="));
        assertThat(settings.collector().timeout()).isEqualTo(Duration.ofMillis(700));
        assertThat(settings.collector().compressed()).isTrue();
        assertThat(settings.sampling()).isEqualTo(new Sampling(false, 0.01));
        assertThat(settings.limits()).isEqualTo(new ExportLimits(100, 100, Duration.ofMillis(50)));
        assertThat(settings.resource())
                .containsOnly(
                        Map.entry("service.name", "hooks"), Map.entry("service.namespace", "café"));
        assertThat(settings.collector().toString()).isEqualTo("http://collector:4318");
        assertThat(settings.toString()).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OTEL_SDK_DISABLED | yes",
                "OTEL_TRACES_EXPORTER | console",
                "OTEL_TRACES_EXPORTER | otlp,none",
                "OTEL_EXPORTER_OTLP_PROTOCOL | grpc",
                "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL | http/json",
                "OTEL_EXPORTER_OTLP_COMPRESSION | zstd",
                "OTEL_EXPORTER_OTLP_TIMEOUT | 0",
                "OTEL_EXPORTER_OTLP_TIMEOUT | 10s",
                "OTEL_EXPORTER_OTLP_CERTIFICATE | /etc/ca.pem",
                "OTEL_TRACES_SAMPLER | sometimes",
                "OTEL_BSP_MAX_QUEUE_SIZE | 0",
                "OTEL_BSP_MAX_QUEUE_SIZE | 100000",
                "OTEL_BSP_MAX_EXPORT_BATCH_SIZE | 4096",
                "OTEL_BSP_SCHEDULE_DELAY | -1",
                "OTEL_RESOURCE_ATTRIBUTES | service.name",
                "OTEL_RESOURCE_ATTRIBUTES | =a",
                "OTEL_RESOURCE_ATTRIBUTES | a=%zz",
                "OTEL_EXPORTER_OTLP_ENDPOINT | collector:4318",
                "OTEL_EXPORTER_OTLP_ENDPOINT | grpc://collector",
                "OTEL_EXPORTER_OTLP_ENDPOINT | http://",
                "OTEL_EXPORTER_OTLP_ENDPOINT | http://a b",
                "OTEL_EXPORTER_OTLP_ENDPOINT | http://collector/?key=a",
            })
    void aBadValueIsRefusedWithTheNameOfItsVariable(String name, String value) {
        var variables = new HashMap<>(Map.of(ENDPOINT, "http://collector:4318"));
        variables.put(name, value);

        assertThatThrownBy(() -> read(variables))
                .isInstanceOf(Settings.Invalid.class)
                .hasMessageStartingWith(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "-1", "1.1", "NaN", "1%", ".", "1e-2", "0,01"})
    void aRatioIsANumberFromZeroToOne(String ratio) {
        var variables =
                Map.of(
                        ENDPOINT,
                        "http://collector:4318",
                        "OTEL_TRACES_SAMPLER",
                        "parentbased_traceidratio",
                        "OTEL_TRACES_SAMPLER_ARG",
                        ratio);

        assertThatThrownBy(() -> read(variables))
                .isInstanceOf(Settings.Invalid.class)
                .hasMessageStartingWith("OTEL_TRACES_SAMPLER_ARG");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OTEL_EXPORTER_OTLP_HEADERS | api-key " + SECRET,
                "OTEL_EXPORTER_OTLP_HEADERS | api-key=" + SECRET + "%0a",
                "OTEL_EXPORTER_OTLP_HEADERS | host=" + SECRET,
                "OTEL_EXPORTER_OTLP_HEADERS | a:b=" + SECRET,
                "OTEL_EXPORTER_OTLP_HEADERS | key=" + SECRET + "%",
                "OTEL_EXPORTER_OTLP_ENDPOINT | https://user:" + SECRET + "@collector",
                "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT | https://collector/" + SECRET + " x",
            })
    void aRefusalDoesNotQuoteWhatMayBeSecret(String name, String value) {
        var variables = new HashMap<>(Map.of(ENDPOINT, "http://collector:4318"));
        variables.put(name, value);

        assertThatThrownBy(() -> read(variables))
                .isInstanceOf(Settings.Invalid.class)
                .hasMessageStartingWith(name)
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void everyVariableIsDocumented() throws IOException {
        var root = Path.of("..").toAbsolutePath().normalize();
        var page = Files.readString(root.resolve("docs/reference/settings.md"));

        assertThat(TraceVariables.NAMES).allSatisfy(name -> assertThat(page).contains(name));
    }

    private static TraceSettings on(Map<String, String> variables) {
        return Objects.requireNonNull(read(variables));
    }

    private static @Nullable TraceSettings read(Map<String, String> variables) {
        return Settings.resolve(Map.of(), variables, ConfigFactory.empty()).traces();
    }
}
