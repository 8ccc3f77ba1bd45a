package dev.waybill.testing;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A certificate for `hooks.example` and 127.0.0.1 that nobody trusts unless told to, made anew for
/// each test run.
public final class SelfSigned {

    private static final String PASSWORD = "waybill";

    private SelfSigned() {}

    /// Shows the certificate and trusts it: good for both sides.
    public static SSLContext context() throws Exception {
        var file = Files.createTempDirectory(Path.of("target"), "tls").resolve("keys.p12");
        generate(file);
        var keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        var trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("hooks", keys.getCertificate("hooks"));
        var keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, PASSWORD.toCharArray());
        var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(trust);
        var context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }

    private static void generate(Path file) throws Exception {
        var keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                                "-genkeypair",
                                "-alias",
                                "hooks",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=hooks.example",
                                "-ext",
                                "san=dns:hooks.example,ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new AssertionError("keytool made no certificate");
        }
    }
}
