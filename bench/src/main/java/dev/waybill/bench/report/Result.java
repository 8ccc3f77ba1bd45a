package dev.waybill.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What one scenario came to.
///
/// @param remarks what a reader must know to believe the figures; mostly none
public record Result(String scenario, List<Figure> figures, List<String> remarks) {

    public Result {
        figures = List.copyOf(figures);
        remarks = List.copyOf(remarks);
    }

    /// As it goes into the result file, with where, what and how.
    Map<String, Object> fields(Machine machine, String command) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("scenario", scenario);
        for (var figure : figures) {
            // JSON has no word for a number that is none.
            if (Double.isFinite(figure.value())) {
                fields.put(figure.field(), rounded(figure));
            }
        }
        fields.put("remarks", remarks);
        fields.put("machine", machine.description());
        fields.put("version", machine.version());
        fields.put("measured_at", machine.now().toString());
        fields.put("command", command);
        return fields;
    }

    private static double rounded(Figure figure) {
        double unit = Math.pow(10, figure.decimals());
        return Math.round(figure.value() * unit) / unit;
    }
}
