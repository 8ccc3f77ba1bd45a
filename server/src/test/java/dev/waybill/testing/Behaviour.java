package dev.waybill.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/// The reaction of a [ScriptedEndpoint] to one request, byte by byte.
@FunctionalInterface
public interface Behaviour {

    /// The connection and the request of a behaviour.
    ///
    /// @param closing opens when the endpoint is closed; a hanging behaviour ends then
    /// @param written bytes that went out so far, over all connections
    record Exchange(Socket socket, OutputStream out, CountDownLatch closing, AtomicLong written) {

        void write(String text) throws IOException {
            write(text.getBytes(ISO_8859_1));
        }

        void write(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
            written.addAndGet(bytes.length);
        }
    }

    /// Returns true if the connection stays open for another request.
    boolean play(Exchange exchange) throws IOException, InterruptedException;

    static Behaviour respond(int status) {
        return respond(status, "");
    }

    static Behaviour respond(int status, String body) {
        return respond(status, body.getBytes(UTF_8));
    }

    /// An answer in full.
    ///
    /// @param headers whole lines, such as `Retry-After: 5`
    static Behaviour respond(int status, byte[] body, String... headers) {
        var head = new StringBuilder("HTTP/1.1 " + status + " Whatever\r\n");
        for (var header : headers) {
            head.append(header).append("\r\n");
        }
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        return exchange -> {
            exchange.write(head.toString());
            exchange.write(body);
            return true;
        };
    }

    /// Reads the request and never answers.
    static Behaviour hang() {
        return exchange -> {
            exchange.closing().await();
            return false;
        };
    }

    /// Resets the connection, so that the other side notices at once.
    static Behaviour reset() {
        return exchange -> {
            exchange.socket().setSoLinger(true, 0);
            return false;
        };
    }

    /// Ends the connection in order, without an answer.
    static Behaviour closeWithoutAnswer() {
        return _ -> false;
    }

    /// An answer whose body begins and never ends.
    static Behaviour slowBody(int status) {
        return exchange -> {
            exchange.write("HTTP/1.1 " + status + " OK\r\nContent-Length: 1000\r\n\r\nslow");
            exchange.closing().await();
            return false;
        };
    }

    /// Promises more than it sends.
    static Behaviour shortBody(int status) {
        return exchange -> {
            exchange.write("HTTP/1.1 " + status + " OK\r\nContent-Length: 1000\r\n\r\nshort");
            return false;
        };
    }

    /// Writes until the other side stops reading.
    static Behaviour hugeBody(int status) {
        return exchange -> {
            exchange.write("HTTP/1.1 " + status + " OK\r\nContent-Length: 100000000000\r\n\r\n");
            return endlessly("x".repeat(8_192), exchange);
        };
    }

    /// Interim answers without end.
    static Behaviour interimForEver() {
        return exchange -> endlessly("HTTP/1.1 102 Processing\r\n\r\n", exchange);
    }

    /// Header lines without end.
    static Behaviour headersForEver() {
        return exchange -> {
            exchange.write("HTTP/1.1 200 OK\r\n");
            return endlessly("X-More: of the same\r\n", exchange);
        };
    }

    /// These bytes, and the end of the connection.
    static Behaviour raw(String bytes) {
        return exchange -> {
            exchange.write(bytes);
            return false;
        };
    }

    /// These bytes, and an open ear for the next request.
    static Behaviour rawAndStay(String bytes) {
        return exchange -> {
            exchange.write(bytes);
            return true;
        };
    }

    static Behaviour garbage() {
        return raw("\0\1\2 this is not HTTP \r\n\r\n");
    }

    private static boolean endlessly(String text, Exchange exchange) throws IOException {
        var bytes = text.getBytes(ISO_8859_1);
        while (exchange.closing().getCount() > 0) {
            exchange.write(bytes);
        }
        return false;
    }
}
