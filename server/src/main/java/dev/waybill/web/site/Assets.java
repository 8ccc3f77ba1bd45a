package dev.waybill.web.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Stylesheet, script and icon. A name holds the hash of what it names, so a browser may keep it
/// for ever and still gets what is new.
public final class Assets {

    private static final int HASH_LETTERS = 12;

    /// Where the colours are.
    private static final String TOKENS = "style/tokens.css";

    private static final String STYLES =
            "tokens ground frame page controls gate panels charts tables dialogs filters details"
                    + " forms settings secrets replays strip catalogue live keys narrow";
    private static final String SCRIPTS =
            "start sign-in notice copy forms unsaved secrets dialogs named live progress pick times"
                    + " keys";

    private static final Map<String, String> TYPES =
            Map.of(
                    "css", "text/css; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "svg", "image/svg+xml");

    private record Asset(String type, byte[] plain, byte[] gzipped) {}

    private final Map<String, Asset> byName = new HashMap<>();
    private final Map<String, String> urls = new HashMap<>();
    private final String path;

    /// Joins files of one idea each, in this order, to what browsers get.
    ///
    /// @param path where they are found
    /// @param styles files of the folder `style`
    /// @param scripts files of the folder `script`
    private Assets(String path, String styles, String scripts) {
        this.path = path;
        add("waybill.css", parts("style", ".css", styles));
        add("waybill.js", parts("script", ".js", scripts));
        add("icon.svg", List.of("icon.svg"));
    }

    static Assets dashboard() {
        return new Assets("/ui/assets/", STYLES, SCRIPTS);
    }

    /// The portal's: nothing in them tells of the dashboard.
    public static Assets portal() {
        return new Assets(
                "/portal/assets/",
                "tokens ground portal page controls gate panels charts tables dialogs filters"
                        + " details forms secrets strip catalogue live narrow",
                "start portal notice copy forms unsaved secrets dialogs named live times");
    }

    private void add(String file, List<String> parts) {
        int dot = file.lastIndexOf('.');
        var ending = file.substring(dot + 1);
        var bytes = joined(parts);
        var name = file.substring(0, dot) + "." + hash(bytes) + "." + ending;
        byName.put(name, new Asset(TYPES.getOrDefault(ending, ""), bytes, Gzip.pack(bytes)));
        urls.put(file, path + name);
    }

    /// Where a page finds them.
    public Layout.Files files() {
        return new Layout.Files(url("waybill.css"), url("waybill.js"), url("icon.svg"));
    }

    private String url(String file) {
        var url = urls.get(file);
        if (url == null) {
            throw new IllegalArgumentException("there is no " + file);
        }
        return url;
    }

    public Route route() {
        return Route.waiting("GET", path + "{name}", this::get);
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

    private static List<String> parts(String folder, String ending, String names) {
        return Stream.of(names.split(" ", -1)).map(name -> folder + "/" + name + ending).toList();
    }

    private static byte[] joined(List<String> parts) {
        var joined = new ByteArrayOutputStream();
        for (var part : parts) {
            joined.writeBytes(part.equals(TOKENS) ? tokens() : read(part));
        }
        return joined.toByteArray();
    }

    private static byte[] tokens() {
        return LightDark.withFallback(new String(read(TOKENS), UTF_8)).getBytes(UTF_8);
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
