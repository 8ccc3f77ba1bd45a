package dev.waybill.bench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A child process that is controlled by lines on its standard input and output. Its standard error
/// goes to a file, which is quoted if it fails.
public final class Child implements AutoCloseable {

    /// The service drains for at most 35 s when it is stopped.
    private static final Duration STOP_MAX = Duration.ofSeconds(40);

    private static final Duration KILL_MAX = Duration.ofSeconds(5);

    /// Unsolicited lines are kept up to this number and then discarded.
    private static final int LINES_MAX = 1_000;

    private static final int QUOTED_LINES_MAX = 30;

    /// Marks the end of standard output.
    private static final String END = "\u0000";

    private final String name;
    private final Process process;
    private final Path errors;
    private final BufferedWriter in;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(LINES_MAX);

    private Child(String name, Process process, Path errors) {
        this.name = name;
        this.process = process;
        this.errors = errors;
        this.in = process.outputWriter(UTF_8);
        Thread.ofPlatform().daemon().name(name + "-output").start(this::listen);
    }

    static Child start(
            String name, List<String> command, Map<String, String> environment, Path logFolder) {
        var errors = logFolder.resolve(name + ".log");
        var builder = new ProcessBuilder(Tie.to(command));
        builder.redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        builder.environment().putAll(environment);
        try {
            return new Child(name, builder.start(), errors);
        } catch (IOException e) {
            throw new BenchFailed("the process '%s' could not be started".formatted(name), e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /// The processor time used so far.
    public Duration cpuTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /// The rest of the next line that begins like this; others are skipped.
    public String await(String beginning, Duration max) {
        long giveUp = System.nanoTime() + max.toNanos();
        while (true) {
            var line = poll(giveUp - System.nanoTime());
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length()).strip();
            }
        }
    }

    /// Sends a line and returns the rest of the answer, which begins with `word`.
    public String ask(String question, String word, Duration max) {
        try {
            in.write(question);
            in.newLine();
            in.flush();
        } catch (IOException e) {
            throw failed("no longer listens");
        }
        return await(word, max);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor(KILL_MAX.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private String poll(long nanos) {
        try {
            var line = lines.poll(nanos, TimeUnit.NANOSECONDS);
            if (line == null) {
                throw failed("did not answer in time");
            }
            if (line.equals(END)) {
                throw failed("ended");
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted", e);
        }
    }

    private void listen() {
        try (BufferedReader out = process.inputReader(UTF_8)) {
            for (var line = out.readLine(); line != null; line = out.readLine()) {
                // A closed pipe: the remaining lines are not needed.
                boolean _ = lines.offer(line);
            }
        } catch (IOException e) {
            // The same as its end.
        }
        boolean _ = lines.offer(END);
    }

    private BenchFailed failed(String what) {
        var text = new StringBuilder("the process '%s' %s".formatted(name, what));
        try {
            var all = Files.readAllLines(errors, UTF_8);
            all.stream()
                    .skip(Math.max(0, all.size() - QUOTED_LINES_MAX))
                    .forEach(line -> text.append("\n    ").append(line));
        } catch (IOException | UncheckedIOException e) {
            // Then the failure is reported without them.
        }
        return new BenchFailed(text.toString());
    }
}
