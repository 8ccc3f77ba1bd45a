package dev.waybill.web.dashboard.deliveries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.deliver.OutgoingRequest.Header;
import java.util.List;
import org.junit.jupiter.api.Test;

class CurlTest {

    private static final List<Header> HEADERS =
            List.of(
                    new Header("content-type", "application/json"),
                    new Header("webhook-signature", "v1,signed"),
                    new Header("x-webhook-signature", "v1=signed"));

    @Test
    void whatOnlyWeKnowIsLeftOut() {
        var command =
                Curl.of(
                        "https://a.example/h",
                        HEADERS,
                        List.of("X-Token"),
                        "{}".getBytes(UTF_8),
                        "f");

        assertThat(command)
                .isEqualTo(
                        """
                        curl -X POST 'https://a.example/h' \\
                          -H 'content-type: application/json' \\
                          -H 'webhook-signature: <redacted>' \\
                          -H 'x-webhook-signature: <redacted>' \\
                          -H 'X-Token: <redacted>' \\
                          --data-binary '{}'\
                        """);
    }

    @Test
    void aLongBodyIsSentFromItsFile() {
        var body = new byte[Curl.BODY_BYTES_MAX + 1];

        assertThat(Curl.of("https://a.example", List.of(), List.of(), body, "dlv_1.json"))
                .endsWith("--data-binary '@dlv_1.json'");
    }

    @Test
    void whatATerminalWouldActOnIsNotPasted() {
        var body = "{\"a\":\"\u001B[2J\"}".getBytes(UTF_8);

        assertThat(Curl.of("https://a.example", List.of(), List.of(), body, "dlv_1.json"))
                .endsWith("--data-binary '@dlv_1.json'");
    }

    /// A shell reads the command as the original values.
    @Test
    void aShellReadsBackWhatWasQuoted() throws Exception {
        for (var text :
                List.of(
                        "it's",
                        "''",
                        "$HOME `id` $(id) \\ \" !x",
                        "line\nbreak\t*",
                        "é\u202E'",
                        "")) {
            var shell =
                    new ProcessBuilder("sh", "-c", "printf %s " + Curl.quoted(text))
                            .redirectErrorStream(true)
                            .start();

            assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8)).isEqualTo(text);
        }
    }
}
