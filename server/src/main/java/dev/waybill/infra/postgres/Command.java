package dev.waybill.infra.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Runs a program to its end.
final class Command {

    /// The result. `output` contains both streams.
    record Result(int exitCode, String output) {
        boolean succeeded() {
            return exitCode == 0;
        }
    }

    // The exit codes that shells use.
    private static final int NOT_FOUND = 127;
    private static final int TOO_SLOW = 124;

    private static final Set<String> PASSED_ON = Set.of("PATH", "TZ");

    private Command() {}

    /// Never throws because of the program: one that is missing or too slow is a failed result.
    static Result run(List<String> command, String input, Duration max) throws IOException {
        // Through files, because a full pipe stops the program at 64 KiB.
        var in = Files.createTempFile("waybill", ".in", Modes.PRIVATE_FILE);
        var out = Files.createTempFile("waybill", ".out", Modes.PRIVATE_FILE);
        try {
            Files.writeString(in, input);
            var process = start(command, in, out);
            int exitCode = process.isPresent() ? exitCode(process.get(), max) : NOT_FOUND;
            var output = new String(Files.readAllBytes(out), UTF_8);
            return new Result(exitCode, exitCode == NOT_FOUND ? "no " + command.get(0) : output);
        } finally {
            Files.delete(in);
            Files.delete(out);
        }
    }

    /// Both streams as one, with a clean environment: ours contains keys and passwords, which other
    /// processes of PostgreSQL's user could read, and may contain variables that change PostgreSQL.
    static ProcessBuilder builder(List<String> command) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        var environment = builder.environment();
        environment.keySet().removeIf(name -> !PASSED_ON.contains(name));
        environment.put("LC_ALL", "C");
        return builder;
    }

    private static Optional<Process> start(List<String> command, Path in, Path out) {
        var builder = builder(command).redirectInput(in.toFile()).redirectOutput(out.toFile());
        try {
            return Optional.of(builder.start());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static int exitCode(Process process, Duration max) {
        try {
            if (process.waitFor(max.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        return TOO_SLOW;
    }
}
