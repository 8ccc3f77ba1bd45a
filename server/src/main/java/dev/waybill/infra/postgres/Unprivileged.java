package dev.waybill.infra.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How the programs of PostgreSQL are run here: never as root or as a user without a name, which
/// they refuse, and if possible tied to this process, so that none outlives it.
///
/// @param identity the command that changes the user; empty if it need not change
/// @param owner the user to whom root must give the folder; null if we are not root
/// @param tied whether `setsid` and `setpriv` exist to tie the program to this process
record Unprivileged(List<String> identity, @Nullable Integer owner, boolean tied) {

    /// A user that an operator may create, so that no other service runs as the same user.
    static final String OWN_USER = "waybill";

    /// The user "nobody" of every common Linux.
    static final int NOBODY = 65_534;

    private static final Logger LOG = LoggerFactory.getLogger(Unprivileged.class);

    /// Printing a version takes milliseconds; a machine this slow has other problems.
    private static final Duration PROBE_MAX = Duration.ofSeconds(20);

    /// The first way in which the program of the server runs.
    static Unprivileged choose(Path folder, Path postgres) throws IOException {
        boolean root = isRoot();
        var output = "";
        for (var way : ways(root, isNamed(), otherUser(Path.of("/etc/passwd")))) {
            way.takeOwnership(folder);
            var result = way.probe(postgres);
            if (result.succeeded()) {
                way.warnIfShared();
                return way;
            }
            output = result.output().strip();
        }
        var sentence =
                root
                        ? """
                        PostgreSQL refuses to run as root, and neither user namespaces \
                        (unshare) nor setpriv work here: start Waybill as an ordinary user, \
                        or pass --database postgresql://… (%s)\
                        """
                        : """
                        The embedded PostgreSQL does not run on this system: pass \
                        --database postgresql://… (%s)\
                        """;
        throw new PostgresFailed(sentence.formatted(output));
    }

    /// In order of preference. `other` is a user who has a name and is not root.
    static List<Unprivileged> ways(boolean root, boolean named, int other) {
        // In a user namespace this process appears as the other user while its files stay ours.
        var namespace = List.of("unshare", "-U", "--map-user=" + other, "--map-group=" + other);
        var setpriv = List.of("setpriv", "--reuid=" + other, "--regid=" + other, "--clear-groups");
        if (root) {
            return List.of(
                    new Unprivileged(namespace, 0, true),
                    new Unprivileged(namespace, 0, false),
                    new Unprivileged(setpriv, other, true));
        }
        var ways = new ArrayList<Unprivileged>();
        if (!named) {
            ways.add(new Unprivileged(namespace, null, true));
            ways.add(new Unprivileged(namespace, null, false));
        }
        ways.add(new Unprivileged(List.of(), null, true));
        ways.add(new Unprivileged(List.of(), null, false));
        return List.copyOf(ways);
    }

    /// The whole command line. `lastSignal` is the signal that the kernel sends to the program when
    /// the thread that started it ends.
    List<String> command(String lastSignal, List<String> program) {
        var command = new ArrayList<>(identity);
        if (tied) {
            // A separate session: Ctrl-C must reach only this process, which still needs the
            // database to finish the attempts in flight.
            command.add("setsid");
            command.addAll(List.of("setpriv", "--pdeathsig", lastSignal));
        }
        command.addAll(program);
        return List.copyOf(command);
    }

    /// Also checks whether the program can be executed and its libraries loaded.
    Command.Result probe(Path postgres) throws IOException {
        var command = command("KILL", List.of(postgres.toString(), "--version"));
        return Command.run(command, "", PROBE_MAX);
    }

    /// Other services that run as nobody can read the server's files and memory.
    private void warnIfShared() {
        if (owner != null && owner == NOBODY) {
            LOG.warn(
                    "PostgreSQL runs as the user nobody, which other services may share:"
                            + " create a system user named {}, or start Waybill as one",
                    OWN_USER);
        }
    }

    void takeOwnership(Path folder) throws IOException {
        if (owner == null) {
            return;
        }
        for (var part : List.of(folder, folder.resolve("data"), folder.resolve("password"))) {
            if (Files.exists(part) && Trees.owner(part) != owner) {
                Trees.give(folder, owner);
                return;
            }
        }
    }

    static boolean isRoot() throws IOException {
        var status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            // As on macOS.
            return "root".equals(System.getProperty("user.name"));
        }
        try (var lines = Files.lines(status)) {
            // Real, effective, saved and file system user.
            return lines.anyMatch(line -> line.matches("Uid:\\s+\\d+\\s+0\\s.*"));
        }
    }

    /// A container may have any number as its user, and Java then returns "?".
    private static boolean isNamed() {
        return !"?".equals(System.getProperty("user.name"));
    }

    /// The user [#OWN_USER] if it exists, otherwise nobody, otherwise the first who is not root.
    static int otherUser(Path passwd) throws IOException {
        if (!Files.exists(passwd)) {
            return NOBODY;
        }
        var users = new LinkedHashMap<String, Integer>();
        try (var lines = Files.lines(passwd, ISO_8859_1)) {
            lines.map(line -> line.split(":", -1))
                    .filter(parts -> parts.length > 2 && parts[2].matches("[1-9][0-9]{0,8}"))
                    .forEach(parts -> users.put(parts[0], Integer.parseInt(parts[2])));
        }
        var own = users.get(OWN_USER);
        if (own != null) {
            return own;
        }
        return users.isEmpty() || users.containsValue(NOBODY)
                ? NOBODY
                : users.firstEntry().getValue();
    }
}
