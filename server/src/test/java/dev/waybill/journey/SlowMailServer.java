package dev.waybill.journey;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/// A mail server that takes every mail, and may leave its sender without an answer.
final class SlowMailServer implements AutoCloseable {

    private final ServerSocket socket;
    private final BooleanSupplier holds;
    private final List<String> mails = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean holding;

    private SlowMailServer(ServerSocket socket, BooleanSupplier holds) {
        this.socket = socket;
        this.holds = holds;
        Thread.ofVirtual().start(this::accept);
    }

    /// @param holds asked about each mail that has arrived whole: whether its sender gets no answer
    static SlowMailServer start(BooleanSupplier holds) throws IOException {
        return new SlowMailServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), holds);
    }

    int port() {
        return socket.getLocalPort();
    }

    /// The mails that arrived, with their headers, also those that were not answered.
    List<String> mails() {
        return List.copyOf(mails);
    }

    /// Whether the sender of the last mail waits for an answer.
    boolean isHolding() {
        return holding;
    }

    private void accept() {
        try {
            while (true) {
                var connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket connection) {
        try (connection;
                var in =
                        new BufferedReader(
                                new InputStreamReader(connection.getInputStream(), ISO_8859_1));
                var out = connection.getOutputStream()) {
            answer(out, "220 ready");
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.equals("DATA")) {
                    answer(out, line.equals("QUIT") ? "221 bye" : "250 ok");
                    continue;
                }
                answer(out, "354 go on");
                mails.add(mail(in));
                if (holds.getAsBoolean()) {
                    holding = true;
                    end.await();
                }
                answer(out, "250 taken");
            }
        } catch (IOException e) {
            // The sender is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String mail(BufferedReader in) throws IOException {
        var lines = new ArrayList<String>();
        for (var line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
            lines.add(line);
        }
        return String.join("\n", lines);
    }

    private static void answer(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(ISO_8859_1));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        end.countDown();
        socket.close();
    }
}
