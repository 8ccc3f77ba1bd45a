package dev.waybill.web.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.endpoint.SignatureScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Code that verifies signatures, in the languages that most receivers are written in, without a
/// library of ours.
public final class VerifySnippets {

    /// Code to copy into a receiver.
    public record Snippet(String language, String code) {}

    private static final Map<SignatureScheme, List<Snippet>> BY_SCHEME =
            new EnumMap<>(SignatureScheme.class);

    static {
        for (var scheme : SignatureScheme.values()) {
            var name = scheme.code();
            BY_SCHEME.put(
                    scheme,
                    List.of(
                            new Snippet("Node", read(name + ".js")),
                            new Snippet("Python", read(name + ".py")),
                            new Snippet("Go", read(name + ".go")),
                            new Snippet("Java", read(name + ".java.txt"))));
        }
    }

    private VerifySnippets() {}

    public static List<Snippet> of(SignatureScheme scheme) {
        return BY_SCHEME.getOrDefault(scheme, List.of());
    }

    private static String read(String file) {
        try (var stream = VerifySnippets.class.getResourceAsStream("/ui/verify/" + file)) {
            if (stream == null) {
                throw new IllegalStateException("the jar has no ui/verify/" + file);
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
