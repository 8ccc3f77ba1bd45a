package dev.waybill.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The result of one scenario.
///
/// @param remarks notes that a reader needs to interpret the figures; usually none
public record Result(String scenario, List<Figure> figures, List<String> remarks) {

    public Result {
        figures = List.copyOf(figures);
        remarks = List.copyOf(remarks);
    }

    /// The content of the result file, with machine, version and command.
    Map<String, Object> fields(Machine machine, String command) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("scenario", scenario);
        for (var figure : figures) {
            // JSON has no NaN.
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
