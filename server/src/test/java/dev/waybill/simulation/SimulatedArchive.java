package dev.waybill.simulation;

import dev.waybill.feature.retention.archive.ArchiveReader;
import dev.waybill.feature.retention.archive.ArchiveTarget;
import dev.waybill.feature.retention.archive.ArchiveTargets;
import dev.waybill.testing.Scratch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A folder of archives that is full at times, and at which processes die before or after a file is
/// stored.
final class SimulatedArchive {

    private static final double FAILS = 0.1;

    private static final JsonMapper JSON = new JsonMapper();

    private final World world;
    private final Path folder = Scratch.folder("simulated-archive");
    private boolean fails;

    SimulatedArchive(World world) {
        this.world = world;
    }

    void fails(boolean now) {
        fails = now;
    }

    /// The folder as a process reaches it.
    ArchiveTarget openedBy(Node node) {
        return new Target(node, ArchiveTargets.open(folder.toString()));
    }

    /// Every archived image of every delivery: its row and, in `attempts_made`, its attempts.
    Map<UUID, List<JsonNode>> images() throws IOException {
        var images = new HashMap<UUID, List<JsonNode>>();
        try (var target = ArchiveTargets.open(folder.toString())) {
            var reader = new ArchiveReader(target);
            for (var name : reader.names()) {
                reader.read(
                        reader.manifest(name).orElseThrow(),
                        (_, line) -> {
                            var json = JSON.readTree(line);
                            var id = json.required("delivery").required("id").stringValue();
                            images.computeIfAbsent(UUID.fromString(id), _ -> new ArrayList<>())
                                    .add(json);
                        });
            }
        }
        return images;
    }

    /// Nothing of it is left for the next history.
    void clear() {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Target implements ArchiveTarget {

        private final Node node;
        private final ArchiveTarget inner;

        Target(Node node, ArchiveTarget inner) {
            this.node = node;
            this.inner = inner;
        }

        @Override
        public void put(String name, Path file) throws IOException {
            boolean strikes = fails && world.chance(FAILS);
            int choice = strikes ? world.dice().nextInt(3) : 3;
            if (choice == 0) {
                throw new IOException("the simulated archive is full");
            }
            if (choice == 1) {
                die();
            }
            inner.put(name, file);
            world.note(node, "archived " + name);
            if (choice == 2) {
                die();
            }
        }

        private void die() {
            node.die();
            throw new Crash();
        }

        @Override
        public List<String> names() throws IOException {
            return inner.names();
        }

        @Override
        public InputStream open(String name) throws IOException {
            return inner.open(name);
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
