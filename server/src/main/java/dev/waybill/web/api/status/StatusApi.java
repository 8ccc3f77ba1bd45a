package dev.waybill.web.api.status;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.status.JobReport;
import dev.waybill.feature.status.ProcessStatus;
import dev.waybill.feature.status.ServiceStatus;
import dev.waybill.feature.status.ServiceStatus.Status;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/status`: processes, their background jobs, and the database.
final class StatusApi {

    private final ServiceStatus status;
    private final String version;

    StatusApi(ServiceStatus status, String version) {
        this.status = status;
        this.version = version;
    }

    List<Route> routes(Access access) {
        return List.of(access.route(Right.MONITOR, "GET", "/v1/status", this::show));
    }

    private Response show(Request request, Caller caller) {
        var _ = new Params(request);
        var now = status.read();
        var json = Json.object();
        json.put("object", "status");
        json.put("status", now.isWell() ? "ok" : "degraded");
        json.put("version", version);
        json.set("database", database(now));
        var processes = json.putArray("processes");
        now.processes().forEach(process -> processes.add(process(process)));
        return Json.response(200, json);
    }

    private static ObjectNode database(Status status) {
        var storage = status.storage();
        var json = Json.object();
        json.put("role", status.standby() ? "standby" : "primary");
        json.put("version", storage.version());
        json.put("size_bytes", storage.bytes());
        json.put("migration", storage.schema());
        Json.put(json, "migrated_at", storage.migratedAt());
        json.put("feed_lag_seconds", status.feedLagSeconds());
        if (status.disk() == null) {
            json.putNull("disk");
        } else {
            json.putObject("disk")
                    .put("free_bytes", status.disk().freeBytes())
                    .put("total_bytes", status.disk().totalBytes());
        }
        return json;
    }

    private static ObjectNode process(ProcessStatus process) {
        var json = Json.object();
        json.put("id", process.id().toString());
        json.put("state", process.state().code());
        json.put("host", process.host());
        json.put("version", process.version());
        Json.put(json, "started_at", process.startedAt());
        Json.put(json, "reported_at", process.reportedAt());
        json.put("rescued_deliveries", process.rescued());
        var jobs = json.putArray("jobs");
        process.jobs().forEach(job -> jobs.add(job(job)));
        return json;
    }

    private static ObjectNode job(JobReport job) {
        var json = Json.object();
        json.put("name", job.name());
        json.put("state", job.failed() ? "failed" : "ok");
        json.put("period_ms", job.period().toMillis());
        Json.put(json, "last_success_at", job.lastSuccessAt());
        json.put("last_duration_ms", job.took().toMillis());
        json.put("runs", job.runs());
        json.put("failures", job.failures());
        json.put("failures_total", job.failuresEver());
        json.put("restarts", job.restarts());
        return json;
    }
}
