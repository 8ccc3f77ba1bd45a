package dev.waybill.bench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A certificate for all names of a domain, made for one run, with an intermediate issuer as on the
/// internet.
///
/// @param keys the key store of a receiver, with a key and its chain
/// @param trusted the store with the root certificate
public record Certificates(Path keys, Path trusted) {

    /// Protects nothing: the stores are deleted with the run.
    public static final String PASSWORD = "bench-only";

    /// Reserved for tests (RFC 6761).
    private static final String DOMAIN = "bench.test";

    private static final String ROOT = "root";
    private static final String ISSUER = "issuer";
    private static final String RECEIVER = "receiver";

    public static Certificates make(Path folder) {
        var keys = folder.resolve("keys.p12");
        var trusted = folder.resolve("trusted.p12");
        generate(keys, ROOT, "-ext", "bc:c");
        generate(keys, ISSUER, "-ext", "bc:c", "-signer", ROOT);
        generate(keys, RECEIVER, "-ext", "san=dns:*." + DOMAIN, "-signer", ISSUER);
        try {
            divide(keys, trusted);
        } catch (IOException | GeneralSecurityException e) {
            throw new BenchFailed("the key stores could not be written", e);
        }
        return new Certificates(keys, trusted);
    }

    /// The name of an endpoint.
    public static String hostOf(int endpoint) {
        return "e%02d.%s".formatted(endpoint, DOMAIN);
    }

    private static void divide(Path keys, Path trusted)
            throws IOException, GeneralSecurityException {
        var all = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
        var roots = KeyStore.getInstance("PKCS12");
        roots.load(null, null);
        roots.setCertificateEntry(ROOT, all.getCertificate(ROOT));
        all.deleteEntry(ROOT);
        all.deleteEntry(ISSUER);
        store(roots, trusted);
        store(all, keys);
    }

    private static void store(KeyStore store, Path file)
            throws IOException, GeneralSecurityException {
        try (var out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    private static void generate(Path file, String alias, String... options) {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var command = new ArrayList<>(List.of(keytool, "-genkeypair", "-alias", alias));
        command.addAll(List.of("-dname", "CN=" + alias, "-keyalg", "EC"));
        command.addAll(List.of("-groupname", "secp256r1", "-storetype", "PKCS12"));
        command.addAll(List.of("-storepass", PASSWORD, "-keystore", file.toString()));
        command.addAll(List.of(options));
        try {
            var process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new BenchFailed("keytool made no certificate");
            }
        } catch (IOException e) {
            throw new BenchFailed("keytool could not be started", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted", e);
        }
    }
}
