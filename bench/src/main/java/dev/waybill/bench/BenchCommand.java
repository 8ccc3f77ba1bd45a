package dev.waybill.bench;

import dev.waybill.bench.lab.BenchFailed;
import dev.waybill.bench.lab.Lab;
import dev.waybill.bench.report.Machine;
import dev.waybill.bench.report.Result;
import dev.waybill.bench.report.ResultFile;
import dev.waybill.bench.report.Table;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `waybill bench`: runs scenarios one after another, each on a fresh database, and prints the
/// results.
@Command(
        name = "bench",
        synopsisSubcommandLabel = "COMMAND",
        description = "Measure this machine and this version. Takes minutes and all its cores.",
        mixinStandardHelpOptions = true)
final class BenchCommand {

    @Spec @Nullable CommandSpec spec;

    @Command(
            description = "Single publishes to 100 endpoints, compared with ceiling and textbook",
            mixinStandardHelpOptions = true)
    int throughput(@Mixin BenchOptions options) throws Exception {
        return run(List.of(Throughput.single(options.connections)), options);
    }

    @Command(
            description = "The same through batches of 500 events",
            mixinStandardHelpOptions = true)
    int batch(@Mixin BenchOptions options) throws Exception {
        return run(List.of(Throughput.batch()), options);
    }

    @Command(
            description = "From publish sent to request received, at 1,000 a second",
            mixinStandardHelpOptions = true)
    int latency(@Mixin BenchOptions options) throws Exception {
        return run(List.of(new Latency()), options);
    }

    @Command(
            description = "The cost of a delivery at 50, 200 and 1,000 events a second",
            mixinStandardHelpOptions = true)
    int steady(@Mixin BenchOptions options) throws Exception {
        return run(List.of(new Steady()), options);
    }

    @Command(
            description = "The effect of 200 hostile endpoints on healthy ones",
            mixinStandardHelpOptions = true)
    int hostile(@Mixin BenchOptions options) throws Exception {
        return run(List.of(new Hostile()), options);
    }

    @Command(
            description = "The effect of 10,000 hostile clients of each kind on a publisher",
            mixinStandardHelpOptions = true)
    int clients(@Mixin BenchOptions options) throws Exception {
        return run(List.of(new Clients()), options);
    }

    @Command(
            description = "The effect of hung and slow endpoints with a backlog on healthy ones",
            mixinStandardHelpOptions = true)
    int isolation(@Mixin BenchOptions options) throws Exception {
        return run(List.of(new Isolation()), options);
    }

    @Command(
            description = "10,000 endpoints that answer after 5 s, all with a request under way",
            mixinStandardHelpOptions = true)
    int slow(@Mixin BenchOptions options) throws Exception {
        return run(List.of(new Slow()), options);
    }

    @Command(
            description = "Deliveries over TLS and plain HTTP: kept, resumed, full handshakes",
            mixinStandardHelpOptions = true)
    int tls(@Mixin BenchOptions options) throws Exception {
        return run(List.of(new Tls()), options);
    }

    @Command(
            description = "Lists over millions of settled deliveries, and dropping a day of them",
            mixinStandardHelpOptions = true)
    int history(@Mixin BenchOptions options) throws Exception {
        return run(List.of(new History()), options);
    }

    @Command(
            description = "Pages of the dashboard and the portal over a million deliveries",
            mixinStandardHelpOptions = true)
    int pages(@Mixin BenchOptions options) throws Exception {
        return run(List.of(new PageLooks()), options);
    }

    @Command(
            description = "From starting the program to ready, with embedded PostgreSQL",
            mixinStandardHelpOptions = true)
    int start(@Mixin BenchOptions options) throws Exception {
        return run(List.of(new Start()), options);
    }

    @Command(
            description = "All except steady, clients, isolation, slow, tls, history and pages",
            mixinStandardHelpOptions = true)
    int all(@Mixin BenchOptions options) throws Exception {
        return run(
                List.of(
                        Throughput.single(options.connections),
                        Throughput.batch(),
                        new Latency(),
                        new Hostile(),
                        new Start()),
                options);
    }

    private int run(List<Scenario> scenarios, BenchOptions options) throws Exception {
        var line = Objects.requireNonNull(spec).root().commandLine();
        var command = "waybill " + String.join(" ", line.getParseResult().originalArgs());
        try {
            options.check();
        } catch (IllegalArgumentException e) {
            line.getErr().println("waybill: " + e.getMessage());
            return 2;
        }
        var results = new ArrayList<Result>();
        Machine machine = null;
        int exitCode = 0;
        try {
            for (var scenario : scenarios) {
                try (var lab = new Lab()) {
                    machine = Machine.look(lab.folder(), InstantSource.system());
                    results.add(scenario.run(lab, options, line.getErr()::println));
                }
            }
        } catch (BenchFailed e) {
            // The results so far took minutes, so they are printed all the same.
            line.getErr().println("waybill: " + e.getMessage());
            exitCode = 1;
        }
        if (machine != null && !results.isEmpty()) {
            line.getOut().print(Table.of(results, machine));
            line.getOut().flush();
            if (options.json != null) {
                ResultFile.write(options.json, results, machine, command);
            }
        }
        return exitCode;
    }
}
