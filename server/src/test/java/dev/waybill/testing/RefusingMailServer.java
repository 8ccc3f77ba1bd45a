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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A mail server that does not take mail for some recipients, and takes that for all others.
public final class RefusingMailServer implements AutoCloseable {

    private final ServerSocket socket;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> recipients = new CopyOnWriteArrayList<>();
    private volatile boolean resetsAtQuit;

    /// @param unknown recipients
    public RefusingMailServer(String... unknown) throws IOException {
        for (var address : unknown) {
            answers.put(address, "550 no such user");
        }
        this.socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return socket.getLocalPort();
    }

    /// From now on it answers so to mail for this recipient.
    public void answers(String recipient, String answer) {
        answers.put(recipient, answer);
    }

    /// From now on it takes mail for this recipient.
    public void takes(String recipient) {
        answers.remove(recipient);
    }

    /// From now on it breaks the connection when the client says good-bye.
    public void resetsAtQuit() {
        resetsAtQuit = true;
    }

    /// Those of the mails that it has taken, in their order.
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
                    if (resetsAtQuit) {
                        client.setSoLinger(true, 0);
                    } else {
                        answer(client, "221 bye");
                    }
                    return;
                }
                default -> answer(client, "250 ok");
            }
        }
    }

    private void recipient(Socket client, String address) throws IOException {
        var refusal = answers.get(address);
        if (refusal == null) {
            recipients.add(address);
        }
        answer(client, refusal == null ? "250 ok" : refusal);
    }

    private static void answer(Socket client, String line) throws IOException {
        client.getOutputStream().write((line + "\r\n").getBytes(US_ASCII));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
