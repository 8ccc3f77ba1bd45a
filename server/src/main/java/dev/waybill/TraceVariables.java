package dev.waybill;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.Settings.Invalid;
import dev.waybill.domain.trace.Sampling;
import dev.waybill.infra.trace.Collector;
import dev.waybill.infra.trace.ExportLimits;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the settings of tracing from the variables that OpenTelemetry defines. The library would
/// ignore an invalid value; here it is refused, because its effect would be noticed much later. No
/// message quotes a URL or a header: both may contain keys.
final class TraceVariables {

    /// The variables that are read, for the test of their documentation.
    static final List<String> NAMES =
            List.of(
                    "OTEL_SDK_DISABLED",
                    "OTEL_TRACES_EXPORTER",
                    "OTEL_EXPORTER_OTLP_ENDPOINT",
                    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
                    "OTEL_EXPORTER_OTLP_HEADERS",
                    "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
                    "OTEL_EXPORTER_OTLP_PROTOCOL",
                    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
                    "OTEL_EXPORTER_OTLP_TIMEOUT",
                    "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT",
                    "OTEL_EXPORTER_OTLP_COMPRESSION",
                    "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION",
                    "OTEL_TRACES_SAMPLER",
                    "OTEL_TRACES_SAMPLER_ARG",
                    "OTEL_SERVICE_NAME",
                    "OTEL_RESOURCE_ATTRIBUTES",
                    "OTEL_BSP_MAX_QUEUE_SIZE",
                    "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
                    "OTEL_BSP_SCHEDULE_DELAY");

    /// They would be ignored, and the connection would fail without them.
    private static final List<String> CERTIFICATES =
            List.of("CERTIFICATE", "CLIENT_KEY", "CLIENT_CERTIFICATE");

    private static final String SERVICE_DEFAULT = "waybill";

    /// Of traces, after the endpoint of all signals.
    private static final String PATH = "v1/traces";

    private static final int PAIRS_MAX = 64;
    private static final int VALUE_LENGTH_MAX = 4_096;

    /// A span takes about a kilobyte.
    private static final int WAITING_MAX = 65_536;

    private static final int MILLIS_MAX = 60_000;

    /// RFC 9110, 5.6.2.
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}");

    private static final Pattern PLAIN = Pattern.compile("[\\x20-\\x7E]*");

    /// The exporter sets them itself, or the HTTP client refuses them.
    private static final Set<String> REFUSED_HEADERS =
            Set.of(
                    "connection",
                    "content-encoding",
                    "content-length",
                    "content-type",
                    "expect",
                    "host",
                    "upgrade");

    private final Map<String, String> environment;

    TraceVariables(Map<String, String> environment) {
        this.environment = environment;
    }

    /// Null if tracing is off: no collector is set, or it is switched off. Throws [Invalid].
    @Nullable TraceSettings read() {
        if (text(ofExporter("ENDPOINT")).isEmpty() || isDisabled() || exportsNothing()) {
            return null;
        }
        refuseOtherProtocols();
        refuseCertificates();
        return new TraceSettings(
                new Collector(endpoint(), headers(), timeout(), isCompressed()),
                sampling(),
                limits(),
                resource());
    }

    private boolean isDisabled() {
        var name = "OTEL_SDK_DISABLED";
        return oneOf(name, text(name).toLowerCase(Locale.ROOT), "false", "false", "true")
                .equals("true");
    }

    private boolean exportsNothing() {
        var name = "OTEL_TRACES_EXPORTER";
        return oneOf(name, text(name), "otlp", "otlp", "none").equals("none");
    }

    private void refuseOtherProtocols() {
        var name = ofExporter("PROTOCOL");
        oneOf(name, text(name), "http/protobuf", "http/protobuf");
    }

    private boolean isCompressed() {
        var name = ofExporter("COMPRESSION");
        return oneOf(name, text(name), "none", "gzip", "none").equals("gzip");
    }

    private void refuseCertificates() {
        for (var suffix : CERTIFICATES) {
            var name = ofExporter(suffix);
            if (!text(name).isEmpty()) {
                throw new Invalid(
                        name
                                + " is not supported: the certificate of the collector must be one"
                                + " that the JVM trusts.");
            }
        }
    }

    private URI endpoint() {
        var name = ofExporter("ENDPOINT");
        var text = text(name);
        boolean general = name.equals("OTEL_EXPORTER_OTLP_ENDPOINT");
        try {
            var url = new URI(text);
            var scheme = url.getScheme();
            boolean fits =
                    ("http".equals(scheme) || "https".equals(scheme))
                            && url.getHost() != null
                            && url.getRawUserInfo() == null
                            && url.getRawFragment() == null
                            && (!general || url.getRawQuery() == null);
            if (fits) {
                return general ? new URI(text + (text.endsWith("/") ? "" : "/") + PATH) : url;
            }
        } catch (URISyntaxException e) {
            // Reported below.
        }
        throw new Invalid(
                name
                        + " must be the URL of a collector, http:// or https://, such as"
                        + " http://localhost:4318, without a user or password.");
    }

    private Map<String, String> headers() {
        var name = ofExporter("HEADERS");
        Supplier<Invalid> invalid =
                () ->
                        new Invalid(
                                name
                                        + " must be headers such as api-key=value,other=value, with"
                                        + " percent-encoded values. Its value is not shown"
                                        + " here.");
        var headers = pairs(name, invalid);
        headers.forEach((header, value) -> {
            boolean fits =
                    TOKEN.matcher(header).matches()
                            && PLAIN.matcher(value).matches()
                            && !REFUSED_HEADERS.contains(header.toLowerCase(Locale.ROOT));
            if (!fits) {
                throw invalid.get();
            }
        });
        return headers;
    }

    private Duration timeout() {
        return Duration.ofMillis(whole(ofExporter("TIMEOUT"), 10_000, 1, MILLIS_MAX));
    }

    private Sampling sampling() {
        var name = "OTEL_TRACES_SAMPLER";
        var sampler = text(name).isEmpty() ? "parentbased_always_on" : text(name);
        double ratio = sampler.endsWith("traceidratio") ? ratio() : 1;
        return Sampling.named(sampler, ratio)
                .orElseThrow(() ->
                        new Invalid(
                                name
                                        + " must be always_on, always_off, traceidratio,"
                                        + " parentbased_always_on, parentbased_always_off or"
                                        + " parentbased_traceidratio: "
                                        + sampler));
    }

    private double ratio() {
        var name = "OTEL_TRACES_SAMPLER_ARG";
        var text = text(name).isEmpty() ? "1" : text(name);
        if (!text.matches("[0-9]{0,9}(\\.[0-9]{0,18})?") || !text.matches(".*[0-9].*")) {
            throw outside(name, text);
        }
        double ratio = Double.parseDouble(text);
        if (ratio > 1) {
            throw outside(name, text);
        }
        return ratio;
    }

    private static Invalid outside(String name, String text) {
        return new Invalid(name + " must be a number from 0 to 1, such as 0.01: " + text);
    }

    private ExportLimits limits() {
        var byDefault = ExportLimits.DEFAULT;
        int waiting = whole("OTEL_BSP_MAX_QUEUE_SIZE", byDefault.waitingMax(), 1, WAITING_MAX);
        int batch =
                whole(
                        "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
                        Math.min(byDefault.batchMax(), waiting),
                        1,
                        waiting);
        int millis =
                whole(
                        "OTEL_BSP_SCHEDULE_DELAY",
                        Math.toIntExact(byDefault.period().toMillis()),
                        1,
                        MILLIS_MAX);
        return new ExportLimits(waiting, batch, Duration.ofMillis(millis));
    }

    private Map<String, String> resource() {
        var name = "OTEL_RESOURCE_ATTRIBUTES";
        var attributes =
                pairs(
                        name,
                        () ->
                                new Invalid(
                                        name
                                                + " must be attributes such as"
                                                + " service.namespace=shop,host.name=a, with"
                                                + " percent-encoded values."));
        attributes.putIfAbsent("service.name", SERVICE_DEFAULT);
        var service = text("OTEL_SERVICE_NAME");
        if (service.length() > VALUE_LENGTH_MAX) {
            throw new Invalid("OTEL_SERVICE_NAME is longer than " + VALUE_LENGTH_MAX + ".");
        }
        if (!service.isEmpty()) {
            attributes.put("service.name", service);
        }
        return attributes;
    }

    /// `a=b,c=d`, with percent-encoded values.
    private Map<String, String> pairs(String name, Supplier<Invalid> invalid) {
        var pairs = new LinkedHashMap<String, String>();
        if (text(name).isEmpty()) {
            return pairs;
        }
        for (var part : text(name).split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0 && part.isBlank()) {
                continue;
            }
            var key = equals < 0 ? "" : part.substring(0, equals).strip();
            var value = equals < 0 ? null : decoded(part.substring(equals + 1).strip());
            if (key.isEmpty() || value == null || value.length() > VALUE_LENGTH_MAX) {
                throw invalid.get();
            }
            pairs.put(key, value);
        }
        if (pairs.size() > PAIRS_MAX) {
            throw invalid.get();
        }
        return pairs;
    }

    /// Null if it is not percent-encoded correctly. A plus sign stands for itself.
    private static @Nullable String decoded(String value) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private int whole(String name, int byDefault, int min, int max) {
        var text = text(name);
        try {
            int value = text.isEmpty() ? byDefault : Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number out of range.
        }
        throw new Invalid(
                name + " must be a whole number from " + min + " to " + max + ": " + text);
    }

    private static String oneOf(String name, String text, String byDefault, String... known) {
        if (text.isEmpty()) {
            return byDefault;
        }
        if (!List.of(known).contains(text)) {
            throw new Invalid(name + " must be " + String.join(" or ", known) + ": " + text);
        }
        return text;
    }

    /// The variable for traces if it is set, otherwise the one for all signals.
    private String ofExporter(String suffix) {
        var ofTraces = "OTEL_EXPORTER_OTLP_TRACES_" + suffix;
        return text(ofTraces).isEmpty() ? "OTEL_EXPORTER_OTLP_" + suffix : ofTraces;
    }

    /// An empty variable counts as one that is not set.
    private String text(String name) {
        return environment.getOrDefault(name, "").strip();
    }
}
