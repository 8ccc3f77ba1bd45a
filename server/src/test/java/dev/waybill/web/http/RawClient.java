package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// A client that sends exactly the bytes it is given and reads answers one by one.
final class RawClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 10_000;

    /// An answer as it was read.
    record Answer(int status, Map<String, String> headers, String body) {}

    private final Socket socket;
    private final InputStream in;

    RawClient(int port) throws IOException {
        this(port, "127.0.0.1");
    }

    /// A client at this address of the loopback range.
    RawClient(int port, String address) throws IOException {
        socket = new Socket();
        socket.bind(new InetSocketAddress(address, 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    Answer answer() throws IOException {
        return answer(true);
    }

    /// Reads an answer.
    ///
    /// @param withBody false after a HEAD
    Answer answer(boolean withBody) throws IOException {
        var first = line();
        if (!first.startsWith("HTTP/1.1 ")) {
            throw new ProtocolException("no answer begins with " + first);
        }
        var status = Integer.parseInt(first.split(" ", 3)[1]);
        var headers = new HashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            var parts = line.split(": ", 2);
            headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
        }
        int length = withBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
        return new Answer(status, headers, new String(in.readNBytes(length), ISO_8859_1));
    }

    /// Returns when an answer has begun to arrive, without taking any of it.
    void awaitFirstByte() throws IOException {
        in.mark(1);
        if (in.read() < 0) {
            throw new EOFException("the connection ended before an answer");
        }
        in.reset();
    }

    /// Whether the server has ended the connection, with nothing more to read.
    boolean atEnd() throws IOException {
        return in.read() < 0;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended in a line: " + line);
            }
            line.append((char) c);
        }
        return line.substring(0, line.length() - 1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
