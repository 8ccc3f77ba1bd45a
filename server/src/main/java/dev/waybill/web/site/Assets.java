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
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Stylesheet, script modules and icon of a site. A file's name contains the hash of its content,
/// so browsers may cache it without limit and still get a new version. A module is served with its
/// imports under their hashed names: its own hash covers everything that it imports.
public final class Assets {

    private static final int HASH_LETTERS = 12;

    /// The definitions of the colours.
    private static final String TOKENS = "style/tokens.css";

    private static final String STYLES =
            "tokens ground frame page controls gate panels charts tables dialogs filters details"
                    + " forms settings secrets replays strip catalog live keys narrow";

    /// The file that a module imports, relative to its own folder.
    private static final Pattern IMPORT =
            Pattern.compile("^(?:import|export) .*'\\./([a-z-]+)\\.js';$", Pattern.MULTILINE);

    private static final Map<String, String> TYPES =
            Map.of(
                    "css", "text/css; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "svg", "image/svg+xml");

    private record Asset(String type, byte[] plain, byte[] gzipped) {}

    private final Map<String, Asset> byName = new HashMap<>();
    private final Map<String, String> modules = new HashMap<>();
    private final String path;

    private final Layout.Files files;

    /// Joins the stylesheets in this order to one, and collects the modules that an entry imports.
    ///
    /// @param path the folder in addresses
    /// @param styles files of the folder `style`
    /// @param entry the module of the folder `script` that pages load
    private Assets(String path, String styles, String entry) {
        this.path = path;
        this.files =
                new Layout.Files(
                        path + add("waybill.css", style(styles)),
                        path + module(entry, new LinkedHashSet<>()),
                        path + add("icon.svg", read("icon.svg")));
    }

    static Assets dashboard() {
        return new Assets("/ui/assets/", STYLES, "dashboard");
    }

    /// The files of the portal: they contain nothing about the dashboard.
    public static Assets portal() {
        return new Assets(
                "/portal/assets/",
                "tokens ground portal page controls gate panels charts tables dialogs filters"
                        + " details forms secrets strip catalog live narrow",
                "portal");
    }

    /// Adds a file and returns its hashed name.
    private String add(String file, byte[] bytes) {
        int dot = file.lastIndexOf('.');
        var ending = file.substring(dot + 1);
        var name = file.substring(0, dot) + "." + hash(bytes) + "." + ending;
        byName.put(name, new Asset(TYPES.getOrDefault(ending, ""), bytes, Gzip.pack(bytes)));
        return name;
    }

    /// Adds a module after those that it imports, and returns its hashed name.
    ///
    /// @param importing the modules that lead to this one
    private String module(String module, Set<String> importing) {
        var added = modules.get(module);
        if (added != null) {
            return added;
        }
        if (!importing.add(module)) {
            throw new IllegalStateException(module + ".js imports itself through " + importing);
        }
        var text = new String(read("script/" + module + ".js"), UTF_8);
        var resolved =
                IMPORT.matcher(text)
                        .replaceAll(found ->
                                found.group()
                                        .replace(
                                                found.group(1) + ".js",
                                                module(found.group(1), importing)));
        importing.remove(module);
        var name = add(module + ".js", resolved.getBytes(UTF_8));
        modules.put(module, name);
        return name;
    }

    /// The addresses for a page.
    public Layout.Files files() {
        return files;
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
        return new Response(200, headers, gzip ? asset.gzipped : asset.plain).withSharedBody();
    }

    private static byte[] style(String names) {
        var joined = new ByteArrayOutputStream();
        for (var name : names.split(" ", -1)) {
            var part = "style/" + name + ".css";
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
