package dev.waybill.web.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One client's connection: requests are read one after the other on the event loop, and each is
/// answered before the next is looked at. The answer may come from any thread, and is written by
/// that thread: in the usual case no other one is woken for it.
///
/// Reading is confined to the event loop. What both sides touch, the answer and whether one is
/// owed, is guarded by `this`.
final class Connection implements EventLoop.Attachment {

    private static final byte[] NOTHING = {};

    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private final HttpServer server;
    private final EventLoop loop;
    private final SocketChannel channel;
    private final InetAddress client;
    private @Nullable SelectionKey key;

    /// Came behind the last request, or is the beginning of a head.
    private byte[] unread = NOTHING;

    private int unreadFrom;

    private @Nullable RequestHead head;
    private @Nullable BodyReader body;
    private boolean headBegun;
    private boolean lingering;

    /// When the state began that the limits are about.
    private volatile long sinceNanos = System.nanoTime();

    private boolean owesAnswer;

    /// Nothing is read until [#goOn]: else a client that sends faster than it is answered could
    /// make us hold any amount of its requests.
    private boolean inputWaits;

    private boolean closeAfterAnswer;
    private @Nullable ByteBuffer output;

    Connection(HttpServer server, EventLoop loop, SocketChannel channel) {
        this.server = server;
        this.loop = loop;
        this.channel = channel;
        this.client = channel.socket().getInetAddress();
    }

    /// Joins its loop; on any thread.
    void open() {
        loop.execute(() -> {
            try {
                // Answers are single writes; waiting for more to send would only delay them.
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                key = loop.register(channel, SelectionKey.OP_READ, this);
            } catch (IOException e) {
                leave();
            }
        });
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isWritable()) {
            writeMore();
        }
        if (ready.isReadable()) {
            read();
        }
    }

    /// Nobody is left on the other side, or has to be.
    @Override
    public void leave() {
        if (body != null) {
            body.release();
            body = null;
        }
        close();
        server.closed(this);
    }

    // Holding the lock: an answer is either here already, and lost, or will find it closed.
    private synchronized void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("could not close a connection", e);
        }
        if (output != null) {
            output = null;
            server.ended();
        }
    }

    @Override
    public void sweep(long nowNanos) {
        boolean busy;
        boolean stalled;
        synchronized (this) {
            busy = owesAnswer;
            stalled = output != null;
        }
        if (stalled) {
            leaveAfter(Limits.ANSWER_STALL_MAX, nowNanos);
        } else if (lingering) {
            leaveAfter(Limits.LINGER_MAX, nowNanos);
        } else if (busy) {
            // Ours to hurry.
            return;
        } else if (head != null) {
            refuseAfter(Limits.REQUEST_MAX, nowNanos);
        } else if (unread.length > unreadFrom) {
            refuseAfter(Limits.HEAD_MAX, nowNanos);
        } else {
            leaveAfter(Limits.IDLE_MAX, nowNanos);
        }
    }

    /// While the server stops, on any thread: one that is between requests need not wait.
    void leaveIfIdle() {
        loop.execute(() -> {
            boolean busy;
            synchronized (this) {
                busy = owesAnswer;
            }
            if (!busy) {
                leave();
            }
        });
    }

    private void leaveAfter(Duration limit, long nowNanos) {
        if (nowNanos - sinceNanos > limit.toNanos()) {
            leave();
        }
    }

    private void refuseAfter(Duration limit, long nowNanos) {
        if (nowNanos - sinceNanos > limit.toNanos()) {
            refuse(
                    Problem.of(
                            ProblemType.REQUEST_TIMEOUT,
                            "The request was not complete after %d s."
                                    .formatted(limit.toSeconds())));
        }
    }

    private void read() throws IOException {
        synchronized (this) {
            if (owesAnswer || inputWaits) {
                // One thing after the other. What comes stays with the system until then.
                inputWaits = true;
                updateInterest();
                return;
            }
        }
        int count = loop.read(channel);
        if (count < 0) {
            leave();
        } else if (!lingering) {
            if (unread.length == 0) {
                understand(loop.received(), 0, count);
            } else {
                var all = Arrays.copyOf(unread, unread.length + count);
                System.arraycopy(loop.received(), 0, all, unread.length, count);
                understand(all, takeUnread(), all.length);
            }
        }
    }

    /// Returns where it began.
    private int takeUnread() {
        int from = unreadFrom;
        unread = NOTHING;
        unreadFrom = 0;
        return from;
    }

    private void understand(byte[] bytes, int from, int to) throws IOException {
        try {
            process(bytes, from, to);
        } catch (BadRequest e) {
            refuse(e.problem());
        }
    }

    private void process(byte[] bytes, int from, int to) throws IOException, BadRequest {
        int at = from;
        while (at < to) {
            if (head == null) {
                if (waitsForAnswer(bytes, at, to)) {
                    return;
                }
                at = HeadBounds.begin(bytes, at, to);
                int end = HeadBounds.end(bytes, at, to);
                if (end < 0) {
                    keep(bytes, at, to);
                    return;
                }
                begin(RequestHead.parse(Arrays.copyOfRange(bytes, at, end)), end == to);
                at = end;
            }
            at = receive(bytes, at, to);
        }
    }

    private void begin(RequestHead next, boolean nothingFollows) throws IOException, BadRequest {
        var reader = BodyReader.of(next, server.budget());
        head = next;
        body = reader;
        headBegun = false;
        sinceNanos = System.nanoTime();
        if (next.expectsContinue() && nothingFollows && !reader.complete()) {
            var interim = ByteBuffer.wrap(ResponseBytes.CONTINUE);
            channel.write(interim);
            if (interim.hasRemaining()) {
                throw new IOException("the client reads none of its answers");
            }
        }
    }

    private int receive(byte[] bytes, int from, int to) throws BadRequest {
        var reader = body;
        var next = head;
        if (reader == null || next == null) {
            throw new AssertionError("no request has begun");
        }
        int at = reader.take(bytes, from, to);
        if (reader.complete()) {
            var content = reader.body();
            head = null;
            body = null;
            dispatch(next, content, reader.granted());
        }
        return at;
    }

    /// A client may send the next request before it has the answer to the last.
    @SuppressWarnings("ReferenceEquality") // the loop's own array, not one like it
    private synchronized boolean waitsForAnswer(byte[] bytes, int from, int to) {
        if (owesAnswer) {
            // Hundreds may be waiting: their bytes are copied once, not again for each of them.
            boolean shared = bytes == loop.received();
            unread = shared ? Arrays.copyOfRange(bytes, from, to) : bytes;
            unreadFrom = shared ? 0 : from;
            inputWaits = true;
        }
        return owesAnswer || closeAfterAnswer;
    }

    private void keep(byte[] bytes, int from, int to) throws BadRequest {
        if (to - from > Limits.HEAD_BYTES_MAX) {
            throw HeadBounds.tooLarge();
        }
        // An empty line behind the last body begins nothing.
        if (!headBegun && to > from) {
            headBegun = true;
            sinceNanos = System.nanoTime();
        }
        unread = Arrays.copyOfRange(bytes, from, to);
    }

    private void dispatch(RequestHead of, byte[] content, long granted) {
        var charge = new Charge(server.budget(), granted);
        var request = ReceivedRequest.of(of, content, server.nextRequestId(), client, charge);
        var exchange =
                new Exchange(
                        this,
                        server,
                        request.id(),
                        of.persistence(),
                        !of.method().equals("HEAD"),
                        charge);
        synchronized (this) {
            owesAnswer = true;
        }
        server.handle(request, exchange);
    }

    /// Answers what is no request, and ends the connection.
    private void refuse(Problem problem) {
        if (body != null) {
            body.release();
            body = null;
        }
        head = null;
        takeUnread();
        synchronized (this) {
            owesAnswer = true;
        }
        var exchange =
                new Exchange(
                        this,
                        server,
                        server.nextRequestId(),
                        Persistence.ENDS,
                        true,
                        new Charge(server.budget(), 0));
        server.began();
        exchange.fail(problem);
    }

    /// Puts the answer on its way, on the thread that has it.
    synchronized void write(byte[] bytes, boolean close) {
        var buffer = ByteBuffer.wrap(bytes);
        closeAfterAnswer = close;
        sinceNanos = System.nanoTime();
        try {
            channel.write(buffer);
        } catch (IOException e) {
            server.ended();
            loop.execute(this::leave);
            return;
        }
        if (buffer.hasRemaining()) {
            output = buffer;
            loop.execute(this::updateInterest);
        } else {
            answered();
        }
    }

    private synchronized void writeMore() throws IOException {
        if (output != null) {
            if (channel.write(output) > 0) {
                sinceNanos = System.nanoTime();
            }
            if (!output.hasRemaining()) {
                output = null;
                answered();
            }
        }
        updateInterest();
    }

    // Holding the lock: the client may already be sending its next request.
    private void answered() {
        owesAnswer = false;
        server.ended();
        if (closeAfterAnswer) {
            loop.execute(this::linger);
        } else if (inputWaits) {
            loop.execute(this::goOn);
        }
    }

    private void goOn() {
        readAgain();
        var waiting = unread;
        try {
            understand(waiting, takeUnread(), waiting.length);
        } catch (IOException e) {
            leave();
        }
    }

    private void linger() {
        try {
            lingering = true;
            sinceNanos = System.nanoTime();
            channel.shutdownOutput();
            readAgain();
        } catch (IOException e) {
            leave();
        }
    }

    private synchronized void readAgain() {
        inputWaits = false;
        updateInterest();
    }

    /// On the loop's thread, where a change takes effect at once.
    private synchronized void updateInterest() {
        if (key == null || !key.isValid()) {
            return;
        }
        if (output != null) {
            key.interestOps(SelectionKey.OP_WRITE);
        } else {
            key.interestOps(inputWaits ? 0 : SelectionKey.OP_READ);
        }
    }
}
