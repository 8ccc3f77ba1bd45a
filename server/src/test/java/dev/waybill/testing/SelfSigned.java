package dev.waybill.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;

/// A certificate for `hooks.example` and 127.0.0.1 that is trusted only where a test configures it,
/// created for each test run.
///
/// @param keys shows the certificate
/// @param trust trusts it, or its issuer
public record SelfSigned(X509KeyManager keys, TrustManager[] trust) {

    private static final String PASSWORD = "waybill";
    private static final String HOOKS = "hooks";
    private static final String ISSUER = "issuer";
    private static final String NAMES = "san=dns:hooks.example,ip:127.0.0.1";

    public static SelfSigned valid() throws Exception {
        var file = newFile();
        generate(file, HOOKS, "-dname", "CN=hooks.example", "-ext", NAMES);
        var keys = load(file);
        return of(keys, keys.getCertificate(HOOKS));
    }

    /// The same certificate for a server of another program: writes it and its key to a PEM file.
    public static SelfSigned writtenTo(Path pem) throws Exception {
        var file = newFile();
        generate(file, HOOKS, "-dname", "CN=hooks.example", "-ext", NAMES);
        var keys = load(file);
        var certificate = keys.getCertificate(HOOKS);
        var key = keys.getKey(HOOKS, PASSWORD.toCharArray());
        Files.writeString(
                pem,
                pem("CERTIFICATE", certificate.getEncoded())
                        + pem("PRIVATE KEY", key.getEncoded()));
        return of(keys, certificate);
    }

    private static String pem(String kind, byte[] content) {
        var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, text);
    }

    /// Its time is over. Its issuer is trusted.
    public static SelfSigned expired() throws Exception {
        var file = newFile();
        generate(file, ISSUER, "-dname", "CN=issuer", "-ext", "bc:c", "-startdate", "-20d");
        generate(
                file,
                HOOKS,
                "-signer",
                ISSUER,
                "-dname",
                "CN=hooks.example",
                "-ext",
                NAMES,
                "-startdate",
                "-10d",
                "-validity",
                "5");
        var keys = load(file);
        var issuer = keys.getCertificate(ISSUER);
        keys.deleteEntry(ISSUER);
        return of(keys, issuer);
    }

    /// A new context that shows the certificate and trusts it: good for both sides.
    public SSLContext context() {
        return context(keys, trust);
    }

    public static SSLContext context(X509KeyManager keys, TrustManager[] trust) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keys}, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static Path newFile() throws IOException {
        return Files.createTempDirectory(Path.of("target"), "tls").resolve("keys.p12");
    }

    private static KeyStore load(Path file) throws Exception {
        var keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static SelfSigned of(KeyStore keys, Certificate trusted) throws Exception {
        var trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("trusted", trusted);
        var keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, PASSWORD.toCharArray());
        var trustManagers =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trustManagers.init(trust);
        return new SelfSigned(
                (X509KeyManager) keyManagers.getKeyManagers()[0], trustManagers.getTrustManagers());
    }

    private static void generate(Path file, String alias, String... options) throws Exception {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                                "-genkeypair",
                                "-alias",
                                alias,
                                "-keyalg",
                                "EC",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                file.toString()));
        command.addAll(List.of(options));
        var keytool =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new AssertionError("keytool made no certificate");
        }
    }
}
