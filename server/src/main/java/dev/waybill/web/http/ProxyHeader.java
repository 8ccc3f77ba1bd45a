package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.waybill.infra.net.AddressText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The PROXY protocol, versions 1 and 2: the first bytes of a connection, in which a proxy that
/// does not read HTTP names the client that it connects for. Only trusted proxies may send it.
///
/// @param length its bytes, which come before the first request
/// @param client null if the proxy connects for itself, as for a health check
record ProxyHeader(int length, @Nullable InetAddress client) {

    /// No header: the connection begins with a request.
    private static final ProxyHeader NONE = new ProxyHeader(0, null);

    private static final byte[] BEGINS_V1 = "PROXY ".getBytes(ISO_8859_1);

    private static final byte[] BEGINS_V2 = {
        '\r', '\n', '\r', '\n', 0, '\r', '\n', 'Q', 'U', 'I', 'T', '\n'
    };

    private static final Pattern V1 =
            Pattern.compile("PROXY TCP[46] ([0-9A-Fa-f.:]+) [0-9A-Fa-f.:]+ [0-9]+ [0-9]+");

    private static final String V1_UNKNOWN = "PROXY UNKNOWN";

    /// The longest line that version 1 allows, with its end.
    private static final int V1_BYTES_MAX = 107;

    /// More than addresses and the usual further fields take.
    private static final int V2_BYTES_MAX = 4096;

    private static final int V2_FIXED = 16;
    private static final int LOCAL = 0x20;
    private static final int PROXIED = 0x21;
    private static final int TCP4 = 0x11;
    private static final int TCP6 = 0x21;

    /// Reads the header at the start of a connection; null if more bytes are needed to decide.
    static @Nullable ProxyHeader read(byte[] bytes, int from, int to) throws BadRequest {
        if (begins(bytes, from, to, BEGINS_V2)) {
            return to - from < V2_FIXED ? null : readV2(bytes, from, to);
        }
        return begins(bytes, from, to, BEGINS_V1) ? readV1(bytes, from, to) : NONE;
    }

    /// Whether all bytes so far are those of the beginning.
    private static boolean begins(byte[] bytes, int from, int to, byte[] beginning) {
        int length = Math.min(to - from, beginning.length);
        return Arrays.equals(bytes, from, from + length, beginning, 0, length);
    }

    private static @Nullable ProxyHeader readV1(byte[] bytes, int from, int to) throws BadRequest {
        int end = from;
        while (end < to && bytes[end] != '\n') {
            end++;
        }
        int length = end + 1 - from;
        if (length > V1_BYTES_MAX) {
            throw malformed();
        }
        if (end == to) {
            return null;
        }
        var line = new String(bytes, from, length, ISO_8859_1);
        if (!line.endsWith("\r\n")) {
            throw malformed();
        }
        if (line.startsWith(V1_UNKNOWN)) {
            return new ProxyHeader(length, null);
        }
        var match = V1.matcher(line.substring(0, line.length() - 2));
        if (!match.matches()) {
            throw malformed();
        }
        return new ProxyHeader(
                length, AddressText.parse(match.group(1)).orElseThrow(ProxyHeader::malformed));
    }

    private static @Nullable ProxyHeader readV2(byte[] bytes, int from, int to) throws BadRequest {
        int command = bytes[from + 12] & 0xFF;
        int family = bytes[from + 13] & 0xFF;
        int length = V2_FIXED + ((bytes[from + 14] & 0xFF) << 8 | (bytes[from + 15] & 0xFF));
        if ((command != LOCAL && command != PROXIED) || length > V2_BYTES_MAX) {
            throw malformed();
        }
        if (to - from < length) {
            return null;
        }
        int addressBytes = family == TCP4 ? 4 : family == TCP6 ? 16 : 0;
        if (command == LOCAL || addressBytes == 0) {
            return new ProxyHeader(length, null);
        }
        // Both addresses and both ports.
        if (length < V2_FIXED + 2 * addressBytes + 4) {
            throw malformed();
        }
        int at = from + V2_FIXED;
        return new ProxyHeader(length, address(Arrays.copyOfRange(bytes, at, at + addressBytes)));
    }

    private static InetAddress address(byte[] octets) {
        try {
            return InetAddress.getByAddress(octets);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 or 16 bytes are an address", e);
        }
    }

    private static BadRequest malformed() {
        return BadRequest.because("The header of the PROXY protocol is not valid.");
    }
}
