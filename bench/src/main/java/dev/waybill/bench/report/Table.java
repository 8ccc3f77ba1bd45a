package dev.waybill.bench.report;

import java.util.List;
import java.util.Locale;

/// The figures as a table, each with its limit and whether it was reached.
public final class Table {

    private static final String ROW = "  %-26s %12s   %-16s %-16s";

    private Table() {}

    public static String of(List<Result> results, Machine machine) {
        var text = new StringBuilder();
        text.append("waybill %s on %s%n".formatted(machine.version(), machine.description()));
        for (var result : results) {
            text.append(System.lineSeparator());
            line(text, ROW.formatted(result.scenario(), "measured", "must", "aim"));
            for (var figure : result.figures()) {
                line(text, row(figure));
            }
            for (var remark : result.remarks()) {
                line(text, "  " + remark);
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line.stripTrailing()).append(System.lineSeparator());
    }

    private static String row(Figure figure) {
        return ROW.formatted(
                figure.label(),
                number(figure.value(), figure.decimals()),
                bound(figure.must(), figure),
                bound(figure.aim(), figure));
    }

    private static String bound(Bound bound, Figure figure) {
        if (bound instanceof Bound.Free) {
            return "";
        }
        return "%s %s %s"
                .formatted(
                        bound.sign(),
                        number(bound.limit(), figure.decimals()),
                        bound.holds(figure.value()) ? "yes" : "no");
    }

    private static String number(double value, int decimals) {
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, "%,." + decimals + "f", value)
                : "–";
    }
}
