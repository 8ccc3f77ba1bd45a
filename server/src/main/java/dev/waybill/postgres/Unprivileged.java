package dev.waybill.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How PostgreSQL's programs are run here: never as root, which they refuse, and if possible tied
/// to us, so that none outlives this process.
///
/// @param identity the command that takes root's powers away; empty if we are not root
/// @param owner the user who must own the folder; that is us, unless root hands it to somebody
/// @param tied whether `setsid` and `setpriv` are there to tie the program to us
record Unprivileged(List<String> identity, int owner, boolean tied) {

    /// The kernel's own "nobody", on every Linux.
    private static final int NOBODY = 65_534;

    /// In a user namespace our files stay root's and are seen as user 1000's: any number but 0.
    private static final List<String> NAMESPACE =
            List.of("unshare", "-U", "--map-user=1000", "--map-group=1000");

    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");

    /// Printing a version takes milliseconds; a machine this slow has other trouble.
    private static final Duration PROBE_MAX = Duration.ofSeconds(20);

    /// The first way in which the server's program runs at all.
    static Unprivileged choose(Path folder, Path postgres) throws IOException {
        int uid = currentUser(folder);
        var complaint = "";
        for (var way : ways(uid)) {
            way.takeOwnership(folder);
            var result = way.probe(postgres);
            if (result.succeeded()) {
                return way;
            }
            complaint = result.output();
        }
        throw new PostgresFailed(
                (uid == 0
                                ? "PostgreSQL refuses to run as root, and neither user namespaces"
                                        + " (unshare) nor setpriv work here: start Waybill as an"
                                        + " ordinary user, or pass --database postgresql://… "
                                : "The embedded PostgreSQL does not run on this system: pass"
                                        + " --database postgresql://… ")
                        + "("
                        + complaint.strip()
                        + ")");
    }

    static List<Unprivileged> ways(int uid) {
        return uid == 0
                ? List.of(
                        new Unprivileged(NAMESPACE, 0, true),
                        new Unprivileged(NAMESPACE, 0, false),
                        new Unprivileged(AS_NOBODY, NOBODY, true))
                : List.of(
                        new Unprivileged(List.of(), uid, true),
                        new Unprivileged(List.of(), uid, false));
    }

    /// The whole command line. `lastSignal` is what the kernel sends the program when the thread
    /// that started it ends.
    List<String> command(String lastSignal, List<String> program) {
        var command = new ArrayList<>(identity);
        if (tied) {
            // A session of its own: Ctrl-C must reach us alone, who still need the database to
            // finish what is in flight.
            command.add("setsid");
            command.addAll(List.of("setpriv", "--pdeathsig", lastSignal));
        }
        command.addAll(program);
        return List.copyOf(command);
    }

    /// Also finds out whether the program can be reached, and its libraries loaded.
    Command.Result probe(Path postgres) throws IOException {
        var command = command("KILL", List.of(postgres.toString(), "--version"));
        return Command.run(command, "", PROBE_MAX);
    }

    /// Hands the folder to whom the programs run as, if that is not us.
    void takeOwnership(Path folder) throws IOException {
        if (identity.isEmpty()) {
            return;
        }
        for (var part : List.of(folder, folder.resolve("data"), folder.resolve("password"))) {
            if (Files.exists(part) && Trees.owner(part) != owner) {
                Trees.give(folder, owner);
                return;
            }
        }
    }

    static int currentUser(Path folder) throws IOException {
        var status = Path.of("/proc/self/status");
        if (Files.exists(status)) {
            for (var line : Files.readAllLines(status)) {
                if (line.startsWith("Uid:")) {
                    return Integer.parseInt(line.split("\\s+", -1)[2]);
                }
            }
        }
        // No /proc, as on macOS.
        return "root".equals(System.getProperty("user.name")) ? 0 : Trees.owner(folder);
    }
}
