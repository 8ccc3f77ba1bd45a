package dev.waybill.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/// A mail server that does not know one recipient.
public final class RefusingMailServer implements AutoCloseable {

    private final ServerSocket socket;
    private final String refused;
    private final List<String> recipients = new CopyOnWriteArrayList<>();

    public RefusingMailServer(String refused) throws IOException {
        this.refused = refused;
        this.socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return socket.getLocalPort();
    }

    /// Those of the mails that it has taken.
    public List<String> recipients() {
        return recipients;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try (var client = socket.accept()) {
                talk(client);
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void talk(Socket client) throws IOException {
        var in = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));
        answer(client, "220 mail");
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var command = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
            switch (command) {
                case "RCPT" -> recipient(client, line.replaceAll(".*<(.*)>.*", "$1"));
                case "DATA" -> {
                    answer(client, "354 go on");
                    while (!".".equals(in.readLine())) {
                        // The mail itself.
                    }
                    answer(client, "250 taken");
                }
                case "QUIT" -> {
                    answer(client, "221 bye");
                    return;
                }
                default -> answer(client, "250 ok");
            }
        }
    }

    private void recipient(Socket client, String address) throws IOException {
        if (address.equals(refused)) {
            answer(client, "550 no such user");
        } else {
            recipients.add(address);
            answer(client, "250 ok");
        }
    }

    private static void answer(Socket client, String line) throws IOException {
        client.getOutputStream().write((line + "\r\n").getBytes(US_ASCII));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
