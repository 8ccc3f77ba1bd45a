package dev.waybill.feature.notifications;

import java.util.List;

/// The body of a mail, as plain text and as HTML with the same content. All text is escaped: URLs
/// and event types come from customers.
public final class MailBody {

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder html = new StringBuilder();

    public MailBody heading(String line) {
        text.append(line).append("\n\n");
        html.append("<h2 style=\"font-size:16px\">").append(escaped(line)).append("</h2>\n");
        return this;
    }

    public MailBody paragraph(String line) {
        text.append(line).append("\n\n");
        html.append("<p>").append(escaped(line)).append("</p>\n");
        return this;
    }

    public MailBody list(List<String> lines) {
        html.append("<ul>\n");
        for (var line : lines) {
            text.append("  - ").append(line).append('\n');
            html.append("<li>").append(escaped(line)).append("</li>\n");
        }
        text.append('\n');
        html.append("</ul>\n");
        return this;
    }

    public MailBody link(String label, String url) {
        text.append(label).append(": ").append(url).append("\n\n");
        html.append("<p><a href=\"")
                .append(escaped(url))
                .append("\">")
                .append(escaped(label))
                .append("</a></p>\n");
        return this;
    }

    public String text() {
        return text.toString();
    }

    public String html() {
        return "<!DOCTYPE html>\n<html lang=\"en\"><body style=\"font-family:sans-serif\">\n"
                + html
                + "</body></html>\n";
    }

    private static String escaped(String line) {
        return line.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
