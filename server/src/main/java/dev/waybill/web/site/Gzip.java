package dev.waybill.web.site;

import dev.waybill.web.http.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/// Compresses responses to browsers.
final class Gzip {

    private Gzip() {}

    static boolean isTaken(Request request) {
        for (var coding : request.header("Accept-Encoding").orElse("").split(",", -1)) {
            if (coding.strip().equals("gzip")) {
                return true;
            }
        }
        return false;
    }

    static byte[] pack(byte[] bytes) {
        var packed = new ByteArrayOutputStream(bytes.length / 3 + 64);
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
