package dev.waybill.web.dashboard.status;

import dev.waybill.domain.access.Right;
import dev.waybill.feature.status.JobReport;
import dev.waybill.feature.status.ProcessStatus;
import dev.waybill.feature.status.ServiceStatus;
import dev.waybill.feature.status.ServiceStatus.Disk;
import dev.waybill.feature.status.ServiceStatus.Status;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Icon;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.page.JteStatusGenerated;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/status`: whether all processes and their background jobs run, and the database.
public final class StatusPage {

    private final ServiceStatus status;
    private final String version;

    StatusPage(ServiceStatus status, String version) {
        this.status = status;
        this.version = version;
    }

    /// An icon and a word, with the colour of a state.
    public record Badge(String tone, Icon icon, String word) {

        private static Badge well(String word) {
            return new Badge("tone-active", Icon.CHECK, word);
        }

        private static Badge bad(String word) {
            return new Badge("tone-failed", Icon.CROSS, word);
        }

        private static Badge neutral(String word) {
            return new Badge("tone-cancelled", Icon.SLASH, word);
        }
    }

    /// What the template shows.
    public record Shown(
            String version,
            Badge badge,
            Badge role,
            Status status,
            String feedLag,
            @Nullable String disk,
            List<ProcessRow> processes) {}

    /// A process.
    ///
    /// @param lost what became of a process that was lost; null for others
    /// @param jobs those that failed first
    public record ProcessRow(
            String id,
            Badge badge,
            String host,
            String version,
            Instant startedAt,
            Instant reportedAt,
            @Nullable String lost,
            List<JobRow> jobs) {}

    /// A background job of a process.
    public record JobRow(
            String name,
            Badge badge,
            Instant lastSuccessAt,
            String took,
            String failures,
            String restarts) {}

    List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.MONITOR, Section.STATUS.path(), this::show));
    }

    private Response show(Visit visit) {
        var shown = shown(status.read());
        var layout = visit.layout("Status", Section.STATUS);
        return Pages.html(
                visit, Html.render(out -> JteStatusGenerated.render(out, null, layout, shown)));
    }

    private Shown shown(Status read) {
        return new Shown(
                version,
                read.isWell() ? Badge.well("Everything runs") : Badge.bad("Degraded"),
                read.standby() ? Badge.bad("Standby") : Badge.well("Primary"),
                read,
                feedLag(read.feedLagSeconds()),
                disk(read.disk()),
                read.processes().stream().map(StatusPage::process).toList());
    }

    private static String feedLag(@Nullable Double seconds) {
        if (seconds == null) {
            return "not known";
        }
        return seconds < 1 ? "none" : Format.span(Duration.ofSeconds(Math.round(seconds)));
    }

    private static @Nullable String disk(@Nullable Disk disk) {
        return disk == null
                ? null
                : "%s free of %s"
                        .formatted(Format.bytes(disk.freeBytes()), Format.bytes(disk.totalBytes()));
    }

    private static ProcessRow process(ProcessStatus process) {
        boolean ended =
                switch (process.state()) {
                    case ALIVE, SILENT -> false;
                    case STOPPED, LOST -> true;
                };
        return new ProcessRow(
                process.id().toString(),
                badge(process),
                process.host(),
                process.version(),
                process.startedAt(),
                process.reportedAt(),
                process.state() == ProcessStatus.State.LOST ? lost(process.rescued()) : null,
                ended ? List.of() : jobs(process));
    }

    private static Badge badge(ProcessStatus process) {
        return switch (process.state()) {
            case ALIVE -> process.hasTrouble() ? Badge.bad("A job fails") : Badge.well("Alive");
            case SILENT -> Badge.bad("Silent");
            case STOPPED -> Badge.neutral("Stopped");
            case LOST -> Badge.bad("Lost");
        };
    }

    private static String lost(long rescued) {
        return rescued == 0
                ? "It ended without signing off. It held no deliveries."
                : "It ended without signing off. %s it held went to other processes."
                        .formatted(Format.count(rescued, "delivery", "deliveries"));
    }

    private static List<JobRow> jobs(ProcessStatus process) {
        boolean silent = process.state() == ProcessStatus.State.SILENT;
        return process.jobs().stream()
                .sorted(
                        Comparator.comparing((JobReport job) -> !job.failed())
                                .thenComparing(JobReport::name))
                .map(job -> job(job, silent))
                .toList();
    }

    private static JobRow job(JobReport job, boolean silent) {
        return new JobRow(
                job.name(),
                job.failed() || silent
                        ? Badge.bad(silent ? "Unknown" : "Failed")
                        : Badge.well("OK"),
                job.lastSuccessAt(),
                Format.millis((double) job.took().toMillis()),
                failures(job),
                job.restarts() == 0 ? "–" : Format.number(job.restarts()));
    }

    private static String failures(JobReport job) {
        if (job.failuresEver() == 0) {
            return "–";
        }
        return job.failures() == 0
                ? Format.number(job.failuresEver())
                : "%s, %s in a row"
                        .formatted(
                                Format.number(job.failuresEver()), Format.number(job.failures()));
    }
}
