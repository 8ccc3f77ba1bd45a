package dev.waybill.bench;

import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.lab.Progress;
import dev.waybill.bench.report.Result;

/// One measurement.
interface Scenario {

    /// Starts its processes in the lab, which the caller closes.
    Result run(Lab lab, BenchOptions options, Progress progress) throws Exception;
}
