package dev.waybill.web.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.command.Violations;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Request;
import dev.waybill.web.site.FormInput;
import java.net.URLEncoder;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/// A form as a browser sends it.
public final class TypedForm {

    private TypedForm() {}

    /// A form with these fields: names and values in turn.
    public static Form of(String... fields) {
        var body = new StringJoiner("&");
        for (int i = 0; i < fields.length; i += 2) {
            body.add(URLEncoder.encode(fields[i], UTF_8) + "=" + encoded(fields[i + 1]));
        }
        return Form.of(new FormRequest(body.toString()), Integer.MAX_VALUE);
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, UTF_8);
    }

    /// The same, to be read.
    public static FormInput input(String... fields) {
        return new FormInput(of(fields), new Violations());
    }

    private record FormRequest(String content) implements Request {

        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/";
        }

        @Override
        public String part(String name) {
            return "";
        }

        @Override
        public Optional<String> query(String name) {
            return Optional.empty();
        }

        @Override
        public Set<String> queryNames() {
            return Set.of();
        }

        @Override
        public Optional<String> header(String name) {
            return name.equals("Content-Type")
                    ? Optional.of("application/x-www-form-urlencoded")
                    : Optional.empty();
        }

        @Override
        public byte[] body(int bytesMax) {
            return content.getBytes(UTF_8);
        }

        @Override
        public void reserve(long bytes) {}

        @Override
        public String id() {
            return "req_1";
        }

        @Override
        public String source() {
            return "127.0.0.1";
        }

        @Override
        public Request with(Map<String, String> parts) {
            return this;
        }
    }
}
