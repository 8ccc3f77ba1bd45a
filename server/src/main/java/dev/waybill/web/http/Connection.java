package dev.waybill.web.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// One client's connection: requests are read one after the other on the event loop, and each is
/// answered before the next is read. The answer may come from any thread (see [Answering]);
/// everything else is confined to the event loop, except where a comment states otherwise.
final class Connection implements EventLoop.Attachment, Incoming.Memory, Answering.Listener {

    private final HttpServer server;
    private final EventLoop loop;
    private final SocketChannel channel;
    private final Answering answering;
    private final Unread unread;
    private @Nullable SelectionKey key;

    /// The address that the connection comes from, or the one that its proxy names at the start.
    private InetAddress peer;

    private volatile Client client;

    /// Whether the first bytes may be a header of the PROXY protocol.
    private boolean awaitsProxyHeader;

    private @Nullable Incoming incoming;
    private boolean headBegun;
    private final Activity activity = new Activity();

    /// Whether it was chosen to make room for another.
    private final AtomicBoolean leaving = new AtomicBoolean();

    Connection(HttpServer server, EventLoop loop, SocketChannel channel, Client client) {
        this.server = server;
        this.loop = loop;
        this.channel = channel;
        this.peer = channel.socket().getInetAddress();
        this.client = client;
        this.awaitsProxyHeader = client.isProxy();
        this.answering = new Answering(channel, this);
        this.unread = new Unread(charge(Trust.ANONYMOUS));
    }

    /// Joins its loop; on any thread.
    void open() {
        loop.execute(() -> {
            try {
                // Answers are single writes; waiting for more to send would only delay them.
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                bufferAnswers(Trust.ANONYMOUS);
                key = loop.register(channel, SelectionKey.OP_READ, this);
            } catch (IOException e) {
                leave();
            }
        });
    }

    private void bufferAnswers(Trust trust) throws IOException {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, Limits.sendBufferBytes(trust));
    }

    /// On any thread, like the next four.
    Client client() {
        return client;
    }

    Activity activity() {
        return activity;
    }

    boolean mayBeEvicted(long nowNanos) {
        return !leaving.get() && !answering.isBusy(nowNanos);
    }

    /// Makes room for another connection, unless a request is being answered.
    void evict() {
        if (leaving.compareAndSet(false, true)) {
            var held = client;
            held.leaving().incrementAndGet();
            loop.execute(() -> {
                if (!answering.isBusy(System.nanoTime())) {
                    leave();
                }
                leaving.set(false);
                held.leaving().decrementAndGet();
            });
        }
    }

    void leaveIfIdle() {
        loop.execute(() -> {
            if (!answering.isOwed()) {
                leave();
            }
        });
    }

    boolean isOn(EventLoop other) {
        return loop.equals(other);
    }

    @Override
    public boolean isPreferred() {
        return activity.isIdentified();
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isWritable()) {
            answering.writeMore();
            updateInterest();
        }
        if (ready.isReadable()) {
            read();
        }
    }

    /// Closes the connection and releases everything that it holds.
    @Override
    public void leave() {
        dropIncoming();
        unread.release();
        answering.close();
        server.closed(this);
    }

    private void dropIncoming() {
        if (incoming != null) {
            incoming.charge().release();
            incoming = null;
        }
    }

    @Override
    public void sweep(long nowNanos) {
        if (answering.isTooSlow(nowNanos)) {
            leave();
        } else if (activity.hasEnded()) {
            leaveAfter(Limits.LINGER_MAX, nowNanos);
            updateInterest();
        } else if (answering.isOwed()) {
            return;
        } else if (incoming != null) {
            if (incoming.isTooSlow(nowNanos)) {
                refuse(Problem.timeout("The body arrived too slowly."));
            }
        } else if (!unread.isEmpty()) {
            if (activity.isOver(Limits.HEAD_MAX, nowNanos)) {
                refuse(Problem.timeout("The headers arrived too slowly."));
            }
        } else {
            leaveAfter(activity.hasAsked() ? Limits.IDLE_MAX : Limits.HEAD_MAX, nowNanos);
        }
    }

    /// Whether it holds memory of a request or an answer that makes no progress.
    boolean isStalled(long nowNanos) {
        if (answering.isOwed()) {
            return answering.isStalled(nowNanos);
        }
        return incoming == null
                ? !unread.isEmpty()
                        && activity.isOver(Incoming.stalledAfter(unread.trust()), nowNanos)
                : incoming.isStalled(nowNanos);
    }

    private void leaveAfter(Duration limit, long nowNanos) {
        if (activity.isOver(limit, nowNanos)) {
            leave();
        }
    }

    private void read() throws IOException {
        if (answering.holdsInput()) {
            // One request after the other. The next bytes stay in the system's buffer until
            // then.
            updateInterest();
            return;
        }
        if (activity.hasEnded()) {
            drop();
            return;
        }
        int wanted = incoming == null ? Limits.HEAD_BYTES_MAX : incoming.wanted();
        int count = loop.read(channel, wanted);
        if (count < 0) {
            leave();
        } else if (unread.isEmpty()) {
            understand(loop.received(), 0, count);
        } else {
            var joined = unread.join(loop.received(), count);
            understand(joined.all(), joined.from(), joined.all().length);
        }
    }

    /// Reads the bytes that arrive after the last answer, as long as the loop has time for it.
    private void drop() throws IOException {
        if (!loop.mayDrop()) {
            interest(0);
        } else if (loop.drop(channel) < 0) {
            leave();
        }
    }

    private void understand(byte[] bytes, int from, int to) throws IOException {
        try {
            process(bytes, from, to);
            unread.settle();
        } catch (BadRequest e) {
            refuse(e.problem());
        }
    }

    private void process(byte[] bytes, int from, int to) throws IOException, BadRequest {
        int at = awaitsProxyHeader ? readProxyHeader(bytes, from, to) : from;
        while (at < to) {
            if (incoming == null) {
                if (waitsForAnswer(bytes, at, to)) {
                    return;
                }
                at = HeadBounds.begin(bytes, at, to);
                int end = HeadBounds.end(bytes, at, to);
                if (end < 0) {
                    keepHead(bytes, at, to);
                    return;
                }
                begin(RequestHead.parse(Arrays.copyOfRange(bytes, at, end)), end == to);
                at = end;
            }
            at = receive(bytes, at, to);
        }
    }

    /// Returns the position after the header, if there is one.
    private int readProxyHeader(byte[] bytes, int from, int to) throws BadRequest {
        var header = ProxyHeader.read(bytes, from, to);
        if (header == null) {
            keepHead(bytes, from, to);
            return to;
        }
        awaitsProxyHeader = false;
        if (header.client() != null) {
            peer = header.client();
            client = server.represents(client, peer);
            unread.chargeTo(charge(Trust.ANONYMOUS));
        }
        return from + header.length();
    }

    private void begin(RequestHead head, boolean nothingFollows) throws IOException, BadRequest {
        var address = server.proxies().clientOf(head, peer);
        var sender = new ReceivedRequest.Sender(server.nextRequestId(), address);
        activity.asked();
        headBegun = false;
        var next = Incoming.begin(head, sender, server.gate(), this);
        incoming = next;
        var trust = next.charge().trust();
        activity.askedBy(trust);
        if (unread.trust() != trust) {
            unread.chargeTo(charge(trust));
            bufferAnswers(trust);
        }
        if (head.expectsContinue() && nothingFollows && !next.complete()) {
            answering.letContinue();
        }
    }

    private int receive(byte[] bytes, int from, int to) throws BadRequest {
        var request = incoming;
        if (request == null) {
            throw new AssertionError("no request has begun");
        }
        int at = request.take(bytes, from, to);
        activity.moved();
        if (request.complete()) {
            incoming = null;
            answering.owe();
            request.handle(Exchange.of(request, answering, server));
        }
        return at;
    }

    @Override
    public Charge charge(Trust trust) {
        return new Charge(server.budget(), client, trust);
    }

    @Override
    public boolean take(Charge charge, long bytes) {
        return charge.add(bytes) || (server.relieve(loop, this) && charge.add(bytes));
    }

    /// A client may send the next request before it has the answer to the last.
    @SuppressWarnings("ReferenceEquality") // the loop's own array, not an equal one
    private boolean waitsForAnswer(byte[] bytes, int from, int to) throws IOException {
        if (!answering.holdsInput()) {
            return answering.ends();
        }
        // Hundreds may be waiting: their bytes are copied once, not again for each request.
        boolean shared = bytes == loop.received();
        if (!(shared ? unread.copy(bytes, from, to) : unread.keep(bytes, from))) {
            throw new IOException("no memory for requests that are sent ahead");
        }
        return true;
    }

    /// Keeps the beginning of a head.
    private void keepHead(byte[] bytes, int from, int to) throws BadRequest {
        if (to - from > Limits.HEAD_BYTES_MAX) {
            throw HeadBounds.tooLarge();
        }
        // An empty line after the last body is skipped.
        if (!headBegun && to > from) {
            headBegun = true;
            activity.moved();
        }
        if (!unread.copy(bytes, from, to)
                && !(server.relieve(loop, this) && unread.copy(bytes, from, to))) {
            throw BadRequest.outOfMemory();
        }
    }

    /// Answers a request that cannot be followed by another, and ends the connection.
    private void refuse(Problem problem) {
        dropIncoming();
        unread.drop();
        answering.owe();
        Exchange.last(charge(Trust.ANONYMOUS), answering, server).fail(problem);
    }

    @Override
    public void began() {
        server.began();
    }

    @Override
    public void ended() {
        activity.moved();
        server.ended();
    }

    @Override
    public void interestChanged() {
        loop.execute(this::updateInterest);
    }

    @Override
    public void lost() {
        loop.execute(this::leave);
    }

    @Override
    public void goOn() {
        loop.execute(() -> {
            readAgain();
            var waiting = unread.take();
            try {
                understand(waiting.all(), waiting.from(), waiting.all().length);
            } catch (IOException e) {
                leave();
            }
        });
    }

    @Override
    public void linger() {
        loop.execute(() -> {
            try {
                activity.ended();
                unread.drop();
                channel.shutdownOutput();
                readAgain();
            } catch (IOException e) {
                leave();
            }
        });
    }

    private void readAgain() {
        answering.releaseInput();
        updateInterest();
    }

    private void updateInterest() {
        interest(answering.interest());
    }

    private void interest(int operations) {
        if (key != null && key.isValid()) {
            key.interestOps(operations);
        }
    }
}
