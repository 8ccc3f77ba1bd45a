package dev.waybill.engine.deliver.compose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.domain.event.ExpiryRule;
import dev.waybill.engine.deliver.OutgoingRequest.Header;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// The reference of requests names exactly the headers and fields that are sent.
class RequestReferenceTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "requests.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_-]+)` \\|");

    /// One that has everything an event can have.
    private static final Envelope ENVELOPE =
            Envelope.of(
                    new Event(
                            new UUID(1, 1),
                            Apps.DEFAULT,
                            Mode.LIVE,
                            null,
                            "invoice.paid",
                            "{}".getBytes(UTF_8),
                            Instant.EPOCH,
                            Instant.EPOCH.plusSeconds(60),
                            ExpiryRule.EVENT,
                            "inv_42",
                            7L,
                            "00-trace"),
                    true);

    @Test
    void namesEveryHeader() throws IOException {
        var sent =
                new Composer("1")
                        .headers(ENVELOPE, new UUID(1, 2), 1, 0, "v1,abc v1=00").stream()
                                .map(Header::name)
                                .toList();

        assertThat(rows("## Headers", "## Body")).containsExactlyInAnyOrderElementsOf(sent);
    }

    @Test
    void namesEveryFieldOfTheEnvelope() throws IOException {
        var sent = new JsonMapper().readTree(ENVELOPE.body()).propertyNames();

        assertThat(rows("## Body", "## CloudEvents")).containsExactlyElementsOf(sent);
    }

    @Test
    void namesEveryAttributeOfACloudEvent() throws IOException {
        var event = new Composer("1").formatted(ENVELOPE, EventFormat.CLOUDEVENTS, Apps.DEFAULT);
        var sent = new JsonMapper().readTree(event.body()).propertyNames();

        assertThat(rows("## CloudEvents", "")).containsExactlyElementsOf(sent);
    }

    private static List<String> rows(String from, String to) throws IOException {
        var page = Files.readString(PAGE);
        int end = to.isEmpty() ? page.length() : page.indexOf(to);
        return ROW.matcher(page.substring(page.indexOf(from), end))
                .results()
                .map(row -> row.group(1))
                .toList();
    }
}
