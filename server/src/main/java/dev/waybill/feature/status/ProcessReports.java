package dev.waybill.feature.status;

import java.util.List;
import org.jdbi.v3.core.Handle;

/// What the processes of the installation report about themselves and their background jobs.
public final class ProcessReports {

    /// More processes than anybody runs.
    static final int PROCESSES_MAX = 200;

    private final ReportStore store = new ReportStore();

    /// Those that report, and those that ended within the last day.
    public List<ProcessStatus> list(Handle handle) {
        return store.list(handle, PROCESSES_MAX);
    }
}
