package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.ApiClient.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import org.jspecify.annotations.Nullable;

/// The form of a precise refusal, for any subject.
final class Refusals {

    /// A request that must be refused, and how.
    ///
    /// @param name says what is wrong with it
    /// @param field the offending one; null if the trouble is not in one
    /// @param hint what the detail must tell
    record Refused(
            String name,
            String method,
            String path,
            String contentType,
            byte[] body,
            int status,
            String type,
            @Nullable String field,
            String hint) {

        static Refused post(
                String name,
                String path,
                String body,
                int status,
                String type,
                @Nullable String field,
                String hint) {
            return new Refused(
                    name,
                    "POST",
                    path,
                    "application/json",
                    body.getBytes(UTF_8),
                    status,
                    type,
                    field,
                    hint);
        }

        static Refused get(
                String name,
                String path,
                int status,
                String type,
                @Nullable String field,
                String hint) {
            return new Refused(
                    name, "GET", path, "application/json", new byte[0], status, type, field, hint);
        }

        Refused as(String otherMethod, String otherContentType) {
            return new Refused(
                    name, otherMethod, path, otherContentType, body, status, type, field, hint);
        }

        Refused saying(byte[] otherBody) {
            return new Refused(
                    name, method, path, contentType, otherBody, status, type, field, hint);
        }

        /// Large bodies make bad test names.
        @Override
        public String toString() {
            return name;
        }
    }

    private Refusals() {}

    static Answer send(ApiClient api, Refused refused) {
        return api.send(
                api.request(refused.path())
                        .header("Content-Type", refused.contentType())
                        .method(refused.method(), BodyPublishers.ofByteArray(refused.body())));
    }

    static void check(Answer answer, Refused expected) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(expected.status());
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        var problem = answer.json();
        assertThat(text(problem, "type")).isEqualTo("urn:waybill:problem:" + expected.type());
        assertThat(problem.get("status").intValue()).isEqualTo(expected.status());
        assertThat(text(problem, "title")).isNotBlank();
        assertThat(text(problem, "detail"))
                .contains(expected.hint())
                .endsWith(".")
                // Names of the parser's classes and settings are nothing to act on.
                .doesNotContainPattern("`|[a-z]+[A-Z]\\w+\\.|REDACTED|Exception");
        assertThat(text(problem, "request_id"))
                .startsWith("req_")
                .isEqualTo(answer.header("Request-Id"));
        assertThat(problem.has("field") ? text(problem, "field") : null)
                .isEqualTo(expected.field());
    }

    static void checkNothingIsStored(ApiClient api) {
        assertThat(api.list("/v1/events")).isEmpty();
        assertThat(api.list("/v1/deliveries")).isEmpty();
        assertThat(api.list("/v1/webhook_endpoints")).isEmpty();
    }
}
