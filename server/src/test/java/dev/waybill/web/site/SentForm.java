package dev.waybill.web.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.web.http.Form;
import dev.waybill.web.http.Request;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A request with a form and nothing else.
record SentForm(String body) implements Request {

    /// A form with this body, such as `name=ada&role=viewer`.
    static Form of(String body) {
        return Form.of(new SentForm(body), 64 * 1024);
    }

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
        return body.getBytes(UTF_8);
    }

    @Override
    public void reserve(long bytes) {}

    @Override
    public String id() {
        return "req_1";
    }

    @Override
    public String source() {
        return "192.0.2.7";
    }

    @Override
    public Request with(Map<String, String> parts) {
        return this;
    }
}
