package dev.waybill.journey;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.testing.Eventually;
import dev.waybill.testing.Scratch;
import dev.waybill.testing.Vaults;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/// The service as a process, started with `serve`, that can be killed like any.
final class ServiceProcess implements AutoCloseable {

    private static final String READY = "waybill ready on ";

    /// A first start unpacks PostgreSQL and makes a database.
    private static final Duration START_MAX = Duration.ofSeconds(120);

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final Process process;
    private final Path log;
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> address = new CompletableFuture<>();

    private ServiceProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        // Not a virtual thread: reading from a process pins its carrier, and a receiver in this
        // process would find none left.
        Thread.ofPlatform().daemon().name("service-output").start(this::readOutput);
    }

    /// Starts `waybill` with these arguments and does not wait.
    static ServiceProcess launch(Map<String, String> environment, String... arguments)
            throws IOException {
        return launch(List.of(), environment, arguments);
    }

    /// The same with more options for the JVM.
    static ServiceProcess launch(
            List<String> jvmOptions, Map<String, String> environment, String... arguments)
            throws IOException {
        return launch(
                List.of(),
                System.getProperty("java.class.path"),
                jvmOptions,
                environment,
                arguments);
    }

    private static ServiceProcess launch(
            List<String> before,
            String classPath,
            List<String> jvmOptions,
            Map<String, String> environment,
            String... arguments)
            throws IOException {
        var command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1"));
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(classPath);
        command.add("dev.waybill.Main");
        command.addAll(List.of(arguments));
        var log =
                Scratch.folder("journey").resolve("service-" + NUMBERS.incrementAndGet() + ".log");
        Files.createDirectories(log.resolveSibling(""));
        var builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("WAYBILL_"));
        // Java would report it on the standard error, which is checked.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        builder.environment().putAll(environment);
        return new ServiceProcess(builder.start(), log);
    }

    /// Starts `serve --dev` on this folder and waits until it takes traffic.
    static ServiceProcess onFolder(Path folder) throws IOException {
        var service =
                launch(
                        Map.of("WAYBILL_ADMIN_KEY", RunningService.ADMIN_KEY),
                        "serve",
                        "--dev",
                        "--host=127.0.0.1",
                        "--port=0",
                        "--data=" + folder);
        service.address();
        return service;
    }

    /// As [#onFolder], with a database that others may use too; does not wait.
    static ServiceProcess onDatabase(String url, String... options) throws IOException {
        return onDatabase(List.of(), System.getProperty("java.class.path"), url, options);
    }

    /// The same with only this many file descriptors.
    ///
    /// @param jar of our classes: a process that opens a file for each could load none without
    static ServiceProcess withDescriptors(int most, Path jar, String url) throws IOException {
        var shell = List.of("sh", "-c", "ulimit -n " + most + "; exec \"$@\"", "sh");
        var classPath = jar + File.pathSeparator + System.getProperty("java.class.path");
        return onDatabase(shell, classPath, url);
    }

    private static ServiceProcess onDatabase(
            List<String> before, String classPath, String url, String... options)
            throws IOException {
        var command = new ArrayList<>(List.of("serve", "--dev", "--host=127.0.0.1", "--port=0"));
        command.add("--database=" + url);
        command.addAll(List.of(options));
        return launch(
                before,
                classPath,
                List.of(),
                Map.of(
                        "WAYBILL_ADMIN_KEY",
                        RunningService.ADMIN_KEY,
                        "WAYBILL_ENCRYPTION_KEY",
                        Vaults.KEY),
                command.toArray(String[]::new));
    }

    /// The content of the ready line, waiting for it.
    String address() {
        try {
            return address.get(START_MAX.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("not ready: " + output + "\n" + errors(), e);
        }
    }

    ApiClient api() {
        return new ApiClient(address(), RunningService.ADMIN_KEY);
    }

    List<String> output() {
        return List.copyOf(output);
    }

    /// Its standard error.
    String errors() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "no log: " + e;
        }
    }

    /// How much of its heap is in use, after a collection of everything else.
    long liveHeapBytes() throws IOException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var pid = Long.toString(process.pid());
        var histogram =
                new ProcessBuilder(jcmd, pid, "GC.class_histogram")
                        .redirectErrorStream(true)
                        .start();
        try (var lines = histogram.inputReader(UTF_8)) {
            var text = lines.readAllLines();
            // "Total", instances, bytes
            return text.stream()
                    .filter(line -> line.startsWith("Total"))
                    .map(line -> Long.parseLong(line.strip().split(" +", -1)[2]))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(String.join("\n", text)));
        }
    }

    /// Asks it to stop, as `kill` does.
    void terminate() {
        process.destroy();
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    int exitCode(Duration patience) throws InterruptedException {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("still running after " + patience + "\n" + errors());
        }
        return process.exitValue();
    }

    private void readOutput() {
        try (var lines = process.inputReader(UTF_8).lines()) {
            lines.forEach(line -> {
                output.add(line);
                if (line.startsWith(READY)) {
                    address.complete(line.substring(READY.length()));
                }
            });
        } catch (UncheckedIOException e) {
            // It was killed while this was reading.
            output.add(e.getMessage());
        }
        address.completeExceptionally(new AssertionError("it ended"));
    }

    /// Numbers of the server processes that work on this folder.
    static List<Long> postgresProcesses(Path folder) throws IOException {
        var data = folder.resolve("data").toRealPath();
        var found = new ArrayList<Long>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var candidate : processes) {
                if (isWorkingIn(candidate, data)) {
                    found.add(Long.valueOf(candidate.getFileName().toString()));
                }
            }
        }
        return found;
    }

    /// Returns when none is left.
    static void killPostgres(Path folder) {
        Eventually.holds(() -> {
            try {
                var left = postgresProcesses(folder);
                left.forEach(
                        pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
                return left.isEmpty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static boolean isWorkingIn(Path candidate, Path folder) {
        try {
            return Files.readSymbolicLink(candidate.resolve("cwd")).equals(folder);
        } catch (IOException e) {
            // Ended meanwhile, or another user's.
            return false;
        }
    }

    @Override
    public void close() {
        kill();
    }
}
