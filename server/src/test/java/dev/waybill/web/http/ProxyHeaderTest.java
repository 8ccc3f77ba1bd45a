package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyHeaderTest {

    private static final String V2 = "0d0a0d0a000d0a515549540a";

    private static final String REQUEST = "GET / HTTP/1.1\r\n";

    private static @Nullable String client(ProxyHeader header) {
        return header.client() == null ? null : header.client().getHostAddress();
    }

    private static ProxyHeader read(byte[] bytes) throws BadRequest {
        return Objects.requireNonNull(ProxyHeader.read(bytes, 0, bytes.length));
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "PROXY TCP4 192.0.2.7 198.51.100.1 56324 443 | 192.0.2.7",
                "PROXY TCP6 2001:db8::7 2001:db8::1 1 65535  | 2001:db8:0:0:0:0:0:7",
                "PROXY UNKNOWN                               | -",
                "PROXY UNKNOWN ffff::1 ffff::2 1 2           | -",
            })
    void versionOneIsALine(String line, @Nullable String client) throws BadRequest {
        var bytes = (line + "\r\n" + REQUEST).getBytes(ISO_8859_1);

        var header = read(bytes);

        assertThat(client(header)).isEqualTo(client);
        assertThat(header.length()).isEqualTo(line.length() + 2);
        everyBeginningAsksForMore(bytes, header.length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "21 11 000c c0000207 c6336401 dc04 01bb            | 192.0.2.7",
                "21 11 0010 c0000207 c6336401 dc04 01bb 04 0001 00 | 192.0.2.7",
                "21 21 0024 20010db8000000000000000000000007 20010db8000000000000000000000001"
                        + " 0001 0002 | 2001:db8:0:0:0:0:0:7",
                "20 00 0000 | -",
                "20 11 000c c0000207 c6336401 dc04 01bb | -",
                "21 31 0002 0000 | -",
            })
    void versionTwoIsBinary(String rest, @Nullable String client) throws BadRequest {
        var bytes = Arrays.copyOf(hex(V2 + rest), hex(V2 + rest).length + 3);

        var header = read(bytes);

        assertThat(client(header)).isEqualTo(client);
        assertThat(header.length()).isEqualTo(bytes.length - 3);
        everyBeginningAsksForMore(bytes, header.length());
    }

    private static void everyBeginningAsksForMore(byte[] bytes, int length) throws BadRequest {
        for (int to = 0; to < length; to++) {
            assertThat(ProxyHeader.read(bytes, 0, to)).as("%d bytes", to).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {REQUEST, "P", "PUT / HTTP/1.1\r\n", "\r\nGET / HTTP/1.1\r\n", "\r\n\r\nGET"})
    void aRequestIsNoHeader(String text) throws BadRequest {
        var bytes = (text + REQUEST).getBytes(ISO_8859_1);

        assertThat(read(bytes).length()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PROXY TCP4 192.0.2.7 198.51.100.1 56324 443\n",
                "PROXY TCP4 192.0.2.7 198.51.100.1 56324\r\n",
                "PROXY TCP4 192.0.2 198.51.100.1 56324 443\r\n",
                "PROXY TCP4 localhost 198.51.100.1 56324 443\r\n",
                "PROXY TCP5 192.0.2.7 198.51.100.1 56324 443\r\n",
                "PROXY  TCP4 192.0.2.7 198.51.100.1 56324 443\r\n",
            })
    void aBadLineIsRefused(String line) {
        assertThatThrownBy(() -> read(line.getBytes(ISO_8859_1))).isInstanceOf(BadRequest.class);
    }

    @Test
    void aLineWithoutEndIsRefused() {
        var bytes = ("PROXY UNKNOWN " + "x".repeat(200)).getBytes(ISO_8859_1);

        assertThatThrownBy(() -> ProxyHeader.read(bytes, 0, bytes.length))
                .isInstanceOf(BadRequest.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "31 11 000c c0000207 c6336401 dc04 01bb", // version 3
                "22 11 000c c0000207 c6336401 dc04 01bb", // an unknown command
                "21 11 000b c0000207 c6336401 dc04 01", // too short for its addresses
                "21 21 000c c0000207 c6336401 dc04 01bb", // the same
                "21 11 ffff", // longer than any valid header
            })
    void aBadBinaryHeaderIsRefused(String rest) {
        assertThatThrownBy(() -> read(hex(V2 + rest))).isInstanceOf(BadRequest.class);
    }
}
