package dev.waybill.s3;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A real S3 server in a separate process, which refuses requests with a wrong signature.
final class S3Server implements AutoCloseable {

    static final String IDENTITY = "WAYBILLTESTS";
    static final String CREDENTIAL = "not-a-secret-of-anybody";
    static final String BUCKET = "archive";

    private static final Path JAR = Path.of("target", "s3proxy", "s3proxy.jar");
    private static final Duration START_MAX = Duration.ofSeconds(60);

    private final Process process;
    private final int port;

    private S3Server(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static S3Server start(Path folder) throws IOException {
        int port = freePort();
        var objects = Files.createDirectories(folder.resolve("objects"));
        Files.createDirectories(objects.resolve(BUCKET));
        var settings = folder.resolve("s3proxy.conf");
        Files.write(
                settings,
                List.of(
                        "s3proxy.endpoint=http://127.0.0.1:" + port,
                        "s3proxy.authorization=aws-v4",
                        "s3proxy.identity=" + IDENTITY,
                        "s3proxy.credential=" + CREDENTIAL,
                        "jclouds.provider=filesystem-nio2",
                        "jclouds.identity=" + IDENTITY,
                        "jclouds.credential=" + CREDENTIAL,
                        "jclouds.filesystem.basedir=" + objects));
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process =
                new ProcessBuilder(
                                java,
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-jar",
                                JAR.toString(),
                                "--properties",
                                settings.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("s3proxy.log").toFile())
                        .start();
        var server = new S3Server(process, port);
        server.awaitPort();
        return server;
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    private void awaitPort() throws IOException {
        long start = System.nanoTime();
        while (true) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException e) {
                if (System.nanoTime() - start > START_MAX.toNanos() || !process.isAlive()) {
                    close();
                    throw new IOException("the S3 server did not start", e);
                }
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
