package dev.waybill.domain.retry;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.PolicyPreview;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The table of policies in the documents is the program's own.
class PolicyTableTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "retry-policies.md");
    private static final String BEGIN = "<!-- generated: policies -->\n";
    private static final String END = "<!-- end -->\n";

    /// `./check -Dtest=PolicyTableTest -Dwaybill.docs=write` rewrites it.
    private static final boolean WRITE = "write".equals(System.getProperty("waybill.docs"));

    @Test
    void theDocumentedTableIsWhatTheProgramDoes() throws IOException {
        var page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END, from);
        if (WRITE) {
            Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
            return;
        }
        assertThat(page.substring(from, to))
                .as(
                        "docs/reference/retry-policies.md: run ./check -Dtest=PolicyTableTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dwaybill.docs=write")
                .isEqualTo(table());
    }

    private static String table() {
        var policies =
                Stream.concat(RetryPolicies.NAMED.keySet().stream(), Stream.of("brief", "short"));
        return "| Name | Requests | Retries, since the first attempt | Jitter | Window |\n"
                + "| --- | --- | --- | --- | --- |\n"
                + policies.map(name -> row(RetryPolicies.named(name).orElseThrow()))
                        .collect(Collectors.joining());
    }

    private static String row(RetryPolicy policy) {
        var preview = PolicyPreview.of(policy, NOON, null, Duration.ofSeconds(15));
        var retries =
                preview.attempts().stream()
                        .skip(1)
                        .map(PolicyTableTest::range)
                        .collect(Collectors.joining(", "));
        return "| `%s` | %d | %s | %s | %s |\n"
                .formatted(
                        policy.name(),
                        policy.attemptsMax(),
                        retries,
                        words(policy.jitter()),
                        words(policy.window()));
    }

    private static String range(PolicyPreview.Attempt attempt) {
        var earliest = words(since(attempt.earliest()));
        var latest = words(since(attempt.latest()));
        return earliest.equals(latest) ? earliest : earliest + "–" + latest;
    }

    /// To the second: the dice are always a little under one.
    private static Duration since(Instant at) {
        return Duration.between(NOON, at).plusMillis(500).truncatedTo(ChronoUnit.SECONDS);
    }

    private static String words(Jitter jitter) {
        return switch (jitter) {
            case Jitter.None _ -> "none";
            case Jitter.Proportional(double ratio) -> "proportional, " + ratio;
            case Jitter.Additive(var span) -> "additive, " + words(span);
            case Jitter.Full _ -> "full";
        };
    }

    private static String words(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        return Stream.of(
                        part(duration.toHours(), "h"),
                        part(duration.toMinutesPart(), "m"),
                        part(duration.toSecondsPart(), "s"),
                        part(duration.toMillisPart(), "ms"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String part(long count, String unit) {
        return count == 0 ? "" : count + unit;
    }
}
