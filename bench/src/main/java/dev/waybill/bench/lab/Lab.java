package dev.waybill.bench.lab;

import dev.waybill.bench.wire.HostileClients;
import dev.waybill.bench.wire.HostileReceiver;
import dev.waybill.bench.wire.Loader;
import dev.waybill.bench.wire.Payload;
import dev.waybill.bench.wire.Receiver;
import dev.waybill.bench.wire.SlowReceiver;
import dev.waybill.bench.wire.TlsReceiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Holds everything that a scenario starts, and ends it all when closed, last first.
public final class Lab implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofSeconds(60);
    private static final long GIGABYTE = 1_000_000_000;

    /// The embedded server's `max_wal_size`, and as much again for an overrun.
    private static final long LOG_BYTES = 8 * GIGABYTE;

    /// Read by every JVM, in addition to its command line.
    private static final String JVM_OPTIONS = "JAVA_TOOL_OPTIONS";

    private static final String READY = "waybill ready on ";

    private final Closers closers = new Closers();
    private final Path folder;

    public Lab() {
        try {
            this.folder = closers.add(Scratch.make()).folder();
        } catch (IOException e) {
            throw new BenchFailed("no scratch folder could be made", e);
        }
    }

    /// All files of the benchmark are in here.
    public Path folder() {
        return folder;
    }

    /// A full disk would end the benchmark, and perhaps other programs.
    ///
    /// @param tableBytes about the size of the tables
    public void requireRoom(long tableBytes) {
        long needed = tableBytes + LOG_BYTES;
        try {
            long free = Files.getFileStore(folder).getUsableSpace();
            if (free < needed) {
                throw new BenchFailed(
                        ("this needs about %d GB in %s, where %d GB are free:"
                                        + " use fewer --seconds or --rounds")
                                .formatted(needed / GIGABYTE, folder.getParent(), free / GIGABYTE));
            }
        } catch (IOException e) {
            throw new BenchFailed("the room on the disk could not be found out", e);
        }
    }

    public Postgres postgres() {
        return closers.add(Postgres.start(folder.resolve("database")));
    }

    public <T extends AutoCloseable> T keep(T closer) {
        return closers.add(closer);
    }

    /// The receiver of deliveries.
    ///
    /// @param timed whether it measures how long events took to arrive
    public Child receiver(boolean timed) {
        var command =
                JavaCommand.small(Receiver.class, timed ? List.of("timed") : List.<String>of());
        return closers.add(Child.start("receiver", command, Map.of(), folder));
    }

    /// The certificate of TLS receivers.
    public Certificates certificates() {
        return Certificates.make(folder);
    }

    /// A receiver with TLS, or one like it without.
    public Child tlsReceiver(TlsReceiver.Behaviour behaviour, Certificates certificates) {
        var arguments =
                List.of(behaviour.name(), certificates.keys().toString(), Certificates.PASSWORD);
        return closers.add(
                Child.start(
                        behaviour.code(),
                        JavaCommand.roomy(TlsReceiver.class, arguments),
                        Map.of(),
                        folder));
    }

    /// A receiver that misbehaves.
    public Child hostileReceiver() {
        var command = JavaCommand.small(HostileReceiver.class, List.<String>of());
        return closers.add(Child.start("hostile", command, Map.of(), folder));
    }

    /// Clients without a key that misbehave.
    public HostileCrowd hostileClients(Service service) {
        var arguments = List.of(Integer.toString(service.port()), service.anAsset());
        var command = JavaCommand.small(HostileClients.class, arguments);
        var child = closers.add(Child.start("hostile-clients", command, Map.of(), folder));
        child.await("ready", START_MAX);
        return new HostileCrowd(child);
    }

    /// A receiver that answers late; zero for never.
    public SlowPeer slowReceiver(Duration answer) {
        var command =
                JavaCommand.small(SlowReceiver.class, List.of(Long.toString(answer.toMillis())));
        return SlowPeer.of(closers.add(Child.start("slow", command, Map.of(), folder)));
    }

    /// The publisher of events.
    public Child loader(int servicePort, String key, int lines, int eventsPerRequest) {
        var arguments =
                List.of(
                        Integer.toString(servicePort),
                        Integer.toString(lines),
                        Integer.toString(eventsPerRequest));
        var loader =
                closers.add(
                        Child.start(
                                "loader",
                                JavaCommand.small(Loader.class, arguments),
                                Map.of(Loader.KEY_VARIABLE, key),
                                folder));
        loader.await("ready", START_MAX);
        return loader;
    }

    /// Started with the options of this JVM, which are those that `./waybill` gives the service.
    public Service service(String databaseUrl, String key) {
        return service(databaseUrl, key, Map.of());
    }

    /// With more settings.
    public Service service(String databaseUrl, String key, Map<String, String> settings) {
        return service(databaseUrl, key, settings, List.of());
    }

    /// With a heap of this size.
    public Service smallService(String databaseUrl, String key, int heapMegabytes) {
        var options = List.of("-Xmx" + heapMegabytes + "m", "-XX:+ExitOnOutOfMemoryError");
        return service(databaseUrl, key, Map.of(), options);
    }

    private Service service(
            String databaseUrl, String key, Map<String, String> settings, List<String> options) {
        var environment = new HashMap<>(settings);
        environment.put(Loader.KEY_VARIABLE, key);
        var data = folder.resolve("service").toString();
        var arguments =
                List.of("serve", "--dev", "--port", "0", "--database", databaseUrl, "--data", data);
        var child =
                closers.add(
                        Child.start(
                                "service",
                                JavaCommand.service(options, arguments),
                                environment,
                                folder));
        return new Service(child, child.await(READY, START_MAX), key);
    }

    /// A setting with which the service resolves names from a file instead of a name server, which
    /// is on another machine. Every name but `localhost` is unknown.
    public Map<String, String> namesOfThisMachine() {
        return Map.of(JVM_OPTIONS, hostsOption(List.of("localhost")));
    }

    /// The same with a name for each endpoint, and with trust in the certificates.
    public Map<String, String> namesWithTls(Certificates certificates) {
        var names = IntStream.range(0, Payload.ENDPOINTS).mapToObj(Certificates::hostOf).toList();
        var trust = "-Djavax.net.ssl.trustStore=" + certificates.trusted();
        var password = "-Djavax.net.ssl.trustStorePassword=" + Certificates.PASSWORD;
        return Map.of(JVM_OPTIONS, String.join(" ", hostsOption(names), trust, password));
    }

    private String hostsOption(List<String> names) {
        try {
            var lines = names.stream().map(name -> "127.0.0.1 " + name).toList();
            return "-Djdk.net.hosts.file=" + Files.write(folder.resolve("hosts"), lines);
        } catch (IOException e) {
            throw new BenchFailed("the file of names could not be written", e);
        }
    }

    /// Starts the service with an embedded PostgreSQL, through the launcher if there is one, and
    /// stops it again. Returns how long it took to become ready.
    public Duration startOnce(Path data, String key) {
        var arguments = List.of("serve", "--dev", "--port", "0", "--data", data.toString());
        var command = Launcher.command().map(launcher -> Launcher.with(launcher, arguments));
        long start = System.nanoTime();
        try (var child =
                closers.add(
                        Child.start(
                                "service",
                                command.orElseGet(() -> JavaCommand.service(List.of(), arguments)),
                                Map.of(Loader.KEY_VARIABLE, key),
                                folder))) {
            child.await(READY, START_MAX);
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    @Override
    public void close() {
        closers.close();
    }
}
