package dev.waybill.web.site;

import java.util.List;
import java.util.stream.Collectors;

/// CSV files for spreadsheets. Untrusted text is not interpreted as a formula.
final class Csv {

    /// Characters at which spreadsheets interpret a cell as a formula.
    private static final String FORMULA = "=+-@\t\r";

    private Csv() {}

    static String of(List<List<String>> lines) {
        return lines.stream().map(Csv::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    static String cell(String text) {
        boolean formula = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
        var safe = formula ? "'" + text : text;
        boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
