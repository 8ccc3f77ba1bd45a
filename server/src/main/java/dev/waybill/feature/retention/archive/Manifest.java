package dev.waybill.feature.retention.archive;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The contents of an archive, with checksums. Written last: an archive without one was never
/// finished.
///
/// @param name the name of the archive
/// @param version of the program that wrote it
/// @param kind `dead_letters`, or `deliveries` if all of them were archived
/// @param sha256 of the file of lines, as it is stored
/// @param lines in their order
public record Manifest(
        String name,
        String version,
        String writtenAt,
        String kind,
        long bytes,
        String sha256,
        List<Line> lines) {

    /// The version of the format.
    private static final int FORMAT = 1;

    private static final String ENDING = ".manifest.json";

    /// One delivery.
    ///
    /// @param crc32 of the line's bytes without its end
    public record Line(String deliveryId, String crc32) {}

    public Manifest {
        lines = List.copyOf(lines);
    }

    public String file() {
        return fileOf(name);
    }

    static String fileOf(String name) {
        return name + ".jsonl.gz";
    }

    static String manifestOf(String name) {
        return name + ENDING;
    }

    static boolean isManifest(String file) {
        return file.endsWith(ENDING);
    }

    static String nameOf(String manifest) {
        return manifest.substring(0, manifest.length() - ENDING.length());
    }

    ObjectNode json() {
        var json = ArchiveJson.object();
        json.put("format", FORMAT);
        json.put("archive", name);
        json.put("waybill", version);
        json.put("written_at", writtenAt);
        json.put("kind", kind);
        json.put("file", file());
        json.put("bytes", bytes);
        json.put("sha256", sha256);
        json.put("count", lines.size());
        ArrayNode list = json.putArray("lines");
        for (var line : lines) {
            list.addObject().put("id", line.deliveryId()).put("crc32", line.crc32());
        }
        return json;
    }

    static Manifest read(JsonNode json) {
        if (json.path("format").intValue() != FORMAT) {
            throw new IllegalArgumentException(
                    "its manifest has the format "
                            + json.path("format")
                            + ", this version reads "
                            + FORMAT);
        }
        return new Manifest(
                json.required("archive").stringValue(),
                json.required("waybill").stringValue(),
                json.required("written_at").stringValue(),
                json.required("kind").stringValue(),
                json.required("bytes").longValue(),
                json.required("sha256").stringValue(),
                json.required("lines").values().stream()
                        .map(line ->
                                new Line(
                                        line.required("id").stringValue(),
                                        line.required("crc32").stringValue()))
                        .toList());
    }
}
