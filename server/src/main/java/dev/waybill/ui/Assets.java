package dev.waybill.ui;

import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// Stylesheet, script and icon. A name holds the hash of what it names, so a browser may keep it
/// for ever and still gets what is new.
final class Assets {

    private static final String PATH = "/ui/assets/";
    private static final int HASH_LETTERS = 12;
    private static final Map<String, String> TYPES =
            Map.of(
                    "css", "text/css; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "svg", "image/svg+xml");

    private record Asset(String type, byte[] plain, byte[] gzipped) {}

    private final Map<String, Asset> byName = new HashMap<>();
    private final Map<String, String> urls = new HashMap<>();

    Assets() {
        for (var file : List.of("waybill.css", "waybill.js", "icon.svg")) {
            add(file);
        }
    }

    private void add(String file) {
        int dot = file.lastIndexOf('.');
        var ending = file.substring(dot + 1);
        var bytes = read(file);
        var name = file.substring(0, dot) + "." + hash(bytes) + "." + ending;
        byName.put(name, new Asset(TYPES.getOrDefault(ending, ""), bytes, Gzip.pack(bytes)));
        urls.put(file, PATH + name);
    }

    /// Where a file is found, such as `waybill.css`.
    String url(String file) {
        var url = urls.get(file);
        if (url == null) {
            throw new IllegalArgumentException("there is no " + file);
        }
        return url;
    }

    Route route() {
        return Route.waiting("GET", PATH + "{name}", this::get);
    }

    private Response get(Request request) {
        var asset = byName.get(request.part("name"));
        if (asset == null) {
            throw Problem.of(ProblemType.NOT_FOUND, "There is no such file.");
        }
        boolean gzip = Gzip.isTaken(request);
        var headers = new HashMap<String, String>();
        headers.put("Content-Type", asset.type);
        headers.put("Cache-Control", "public, max-age=31536000, immutable");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Vary", "Accept-Encoding");
        if (gzip) {
            headers.put("Content-Encoding", "gzip");
        }
        return new Response(200, headers, gzip ? asset.gzipped : asset.plain);
    }

    private static byte[] read(String file) {
        try (var stream = Assets.class.getResourceAsStream("/ui/" + file)) {
            if (stream == null) {
                throw new IllegalStateException("the jar has no ui/" + file);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(byte[] bytes) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest).substring(0, HASH_LETTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
