package dev.waybill.feature.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// The guarantees for one endpoint, by subject.
public record Contract(List<Section> sections) {

    private static final int VERSION_LENGTH = 12;

    public Contract {
        sections = List.copyOf(sections);
    }

    /// Sentences about one subject.
    ///
    /// @param name the name in the API
    /// @param title the heading on pages
    public record Section(String name, String title, List<String> sentences) {

        public Section {
            sentences = List.copyOf(sentences);
        }
    }

    /// A hash of the text: it changes exactly when the text changes.
    public String version() {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(markdown().getBytes(UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, VERSION_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    public String markdown() {
        var text = new StringBuilder();
        for (var section : sections) {
            text.append("## ").append(section.title).append("\n\n");
            section.sentences.forEach(sentence -> text.append("- ").append(sentence).append('\n'));
            text.append('\n');
        }
        return text.toString();
    }
}
