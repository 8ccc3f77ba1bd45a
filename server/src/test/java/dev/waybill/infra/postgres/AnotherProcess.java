package dev.waybill.infra.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// A server started by another Java process, which can be killed like any.
final class AnotherProcess implements AutoCloseable {

    private final Process process;
    private final Path folder;
    private final DatabaseAddress address;

    private AnotherProcess(Process process, Path folder, DatabaseAddress address) {
        this.process = process;
        this.folder = folder;
        this.address = address;
    }

    static AnotherProcess start(Path folder) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process =
                new ProcessBuilder(
                                java,
                                "-Xshare:auto",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                AnotherProcess.class.getName(),
                                folder.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        // The log also goes to standard output.
        var port =
                process.inputReader(UTF_8)
                        .lines()
                        .filter(line -> line.startsWith("port "))
                        .map(line -> line.substring("port ".length()))
                        .findFirst()
                        .orElseThrow();
        var password = Files.readString(folder.resolve("password")).strip();
        var address =
                new DatabaseAddress(
                        "127.0.0.1", Integer.parseInt(port), "waybill", "waybill", password);
        return new AnotherProcess(process, folder, address);
    }

    DatabaseAddress address() {
        return address;
    }

    long pid() {
        return process.pid();
    }

    /// Kills the Java process alone.
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /// Kills the server's processes and the Java process, as a power cut would.
    void killAll() throws IOException {
        var all = List.copyOf(serverProcesses());
        all.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        kill();
    }

    Set<Long> serverProcesses() throws IOException {
        return StalePostgres.find(folder.resolve("data"));
    }

    @Override
    public void close() {
        kill();
    }

    static void main(String[] arguments) throws IOException {
        var server = Servers.start(Path.of(arguments[0]));
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
        out.println("port " + server.address().port());
        // Until killed.
        System.in.read();
    }
}
