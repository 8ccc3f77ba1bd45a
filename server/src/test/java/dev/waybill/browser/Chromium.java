package dev.waybill.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.waybill.testing.Scratch;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The system's Chromium, started once for all tests. It is never downloaded.
final class Chromium implements AutoCloseable {

    /// The path of a Chromium in another place.
    private static final String VARIABLE = "CHROMIUM";

    /// Only a failure takes this long.
    private static final double PATIENCE_MILLIS = 20_000;

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    /// It connects only to us, runs without a screen and a sandbox, and stores no third-party
    /// cookies, which those of a portal in a frame would be.
    private static final List<String> FLAGS =
            List.of(
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--disable-dev-shm-usage",
                    "--test-third-party-cookie-phaseout");

    private static final Optional<Path> FOUND = search();

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static Optional<Path> find() {
        return FOUND;
    }

    private static Optional<Path> search() {
        var set = System.getenv(VARIABLE);
        if (set != null && !set.isBlank()) {
            return Optional.of(Path.of(set));
        }
        var folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
        return NAMES.stream()
                .flatMap(name -> Stream.of(folders).map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .filter(Chromium::runs)
                .findFirst();
    }

    /// Ubuntu has a package of that name that only refers to another source.
    private static boolean runs(Path program) {
        try {
            var process =
                    new ProcessBuilder(program.toString(), "--version")
                            .redirectOutput(Redirect.DISCARD)
                            .redirectError(Redirect.DISCARD)
                            .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static Chromium start() {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        var environment = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        var playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        var browser =
                playwright
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(find().orElseThrow())
                                        .setEnv(environment())
                                        .setArgs(FLAGS));
        return new Chromium(playwright, browser);
    }

    /// With a home folder of ours: for a user without one (nobody) it could not start.
    private static Map<String, String> environment() {
        try {
            var home = Files.createDirectories(Scratch.folder("chromium"));
            var environment = new HashMap<>(System.getenv());
            environment.put("HOME", home.toString());
            environment.keySet().removeAll(List.of("XDG_CONFIG_HOME", "XDG_CACHE_HOME"));
            return environment;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
