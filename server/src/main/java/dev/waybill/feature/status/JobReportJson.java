package dev.waybill.feature.status;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The jobs of a process as they are stored. A field that another version does not know is ignored,
/// and one that it lacks is empty.
final class JobReportJson {

    private static final JsonMapper JSON = new JsonMapper();

    private JobReportJson() {}

    static String write(List<JobReport> jobs) {
        var array = JSON.createArrayNode();
        for (var job : jobs) {
            var restartedAt = job.restartedAt();
            array.addObject()
                    .put("name", job.name())
                    .put("failed", job.failed())
                    .put("period_ms", job.period().toMillis())
                    .put("last_success_at", job.lastSuccessAt().toEpochMilli())
                    .put("took_ms", job.took().toMillis())
                    .put("runs", job.runs())
                    .put("failures", job.failures())
                    .put("failures_ever", job.failuresEver())
                    .put("restarts", job.restarts())
                    .put("restarted_at", restartedAt == null ? 0 : restartedAt.toEpochMilli())
                    .put("in_pass_ms", job.inPass().toMillis())
                    .put("essential", job.essential());
        }
        return JSON.writeValueAsString(array);
    }

    static List<JobReport> read(String text) {
        var jobs = new ArrayList<JobReport>();
        for (var job : JSON.readTree(text)) {
            jobs.add(read(job));
        }
        return jobs;
    }

    private static JobReport read(JsonNode job) {
        long restartedAt = job.path("restarted_at").asLong(0);
        return new JobReport(
                job.path("name").asString(""),
                job.path("failed").asBoolean(false),
                Duration.ofMillis(job.path("period_ms").asLong(0)),
                Instant.ofEpochMilli(job.path("last_success_at").asLong(0)),
                Duration.ofMillis(job.path("took_ms").asLong(0)),
                job.path("runs").asLong(0),
                job.path("failures").asInt(0),
                job.path("failures_ever").asLong(0),
                job.path("restarts").asInt(0),
                restartedAt == 0 ? null : Instant.ofEpochMilli(restartedAt),
                Duration.ofMillis(job.path("in_pass_ms").asLong(0)),
                job.path("essential").asBoolean(false));
    }
}
