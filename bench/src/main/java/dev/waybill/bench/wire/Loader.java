package dev.waybill.bench.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Publishes. A process of its own, started with the service's port, a number of connections, a
/// number of events per request (1: single publishes) and the key in the environment:
///
/// ```
/// (start)               ready
/// flood <ms>            done <accepted> <refused> [complaint]   as fast as answers come
/// drip <rate> <count>   done <accepted> <refused> [complaint]   at a rate, stamped
/// answers               answers <nanos>                         p99 of the last run
/// ```
public final class Loader {

    public static final String KEY_VARIABLE = "WAYBILL_ADMIN_KEY";

    /// Longer than the service may take to answer 503.
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// A service that closes more connections than this is broken.
    private static final int LOST_MAX = 10_000;

    private static final int BUFFER_BYTES = 256 * 1024;

    private final InetSocketAddress service;
    private final int eventsPerRequest;
    private final List<byte[]> requests;
    private final List<ByteBuffer> buffers = new ArrayList<>();
    private final Selector selector = Selector.open();
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final List<Line> lost = new ArrayList<>();
    private final ArrayDeque<Line> idle = new ArrayDeque<>();
    private Tally tally = new Tally(1);
    private int busy;
    private int lostInAll;
    private int turn;
    private long floodEndNanos;

    Loader(int port, int lines, int eventsPerRequest, String key) throws IOException {
        this.service = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.eventsPerRequest = eventsPerRequest;
        var all = new Requests(key);
        this.requests = eventsPerRequest == 1 ? all.singles() : all.batch(eventsPerRequest);
        for (var request : requests) {
            buffers.add(ByteBuffer.allocateDirect(request.length).put(request).flip());
        }
        for (int i = 0; i < lines; i++) {
            idle.add(new Line(selector, service));
        }
    }

    static void main(String[] args) throws IOException {
        var key = System.getenv(KEY_VARIABLE);
        if (args.length != 3 || key == null) {
            throw new IllegalArgumentException("usage: Loader port lines events-per-request");
        }
        var loader =
                new Loader(
                        Integer.parseInt(args[0]),
                        Integer.parseInt(args[1]),
                        Integer.parseInt(args[2]),
                        key);
        var control = new Control();
        control.say("ready");
        for (var words = control.next(); words != null; words = control.next()) {
            control.say(loader.answer(words));
        }
    }

    private String answer(String[] words) throws IOException {
        return switch (words[0]) {
            case "flood" -> "done " + flood(Duration.ofMillis(Long.parseLong(words[1])));
            case "drip" -> "done " + drip(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            case "answers" -> "answers " + tally.p99();
            case String unknown -> throw new IllegalArgumentException(unknown);
        };
    }

    /// A closed loop on every line: the next request is sent after the answer.
    String flood(Duration length) throws IOException {
        tally = new Tally(eventsPerRequest);
        long start = System.nanoTime();
        floodEndNanos = start + length.toNanos();
        while (!idle.isEmpty()) {
            publishNext(idle.remove());
        }
        long giveUp = floodEndNanos + PATIENCE.toNanos();
        while (busy > 0 && System.nanoTime() < giveUp) {
            selector.select(this::serve, 100);
            replaceLost();
        }
        return tally.words();
    }

    /// An open loop: events are due by the clock, whether answers have arrived or not. An event
    /// that finds no free line counts from its due time.
    String drip(int perSecond, int count) throws IOException {
        tally = new Tally(1);
        floodEndNanos = System.nanoTime();
        long interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
        long start = System.nanoTime();
        long giveUp = start + count * interval + PATIENCE.toNanos();
        boolean waited = false;
        int sent = 0;
        while ((sent < count || busy > 0) && System.nanoTime() < giveUp) {
            long due = start + sent * interval;
            if (sent < count && System.nanoTime() >= due) {
                var line = idle.poll();
                if (line != null) {
                    publishStamped(line, sent++, waited ? due : null);
                    waited = false;
                    continue;
                }
                waited = true;
            }
            // The shortest time; spinning would take a core from the service.
            selector.select(this::serve, 1);
            replaceLost();
        }
        return tally.words();
    }

    private void publishNext(Line line) {
        var request = buffers.get(turn++ % buffers.size());
        request.rewind();
        send(line, request);
    }

    private void publishStamped(Line line, int number, @Nullable Long dueNanos) {
        var request = requests.get(number % requests.size());
        int numberAt = Payload.after(request, request.length, Payload.NUMBER_FIELD);
        Payload.writeDigits(request, numberAt, Payload.NUMBER_DIGITS, number);
        int sentAt = numberAt + Payload.NUMBER_DIGITS + Payload.SENT_FIELD.length();
        // On Linux System.nanoTime is CLOCK_MONOTONIC, so the receiver can subtract this.
        long stamp = dueNanos == null ? System.nanoTime() : dueNanos;
        Payload.writeDigits(request, sentAt, Payload.SENT_DIGITS, stamp);
        send(line, ByteBuffer.wrap(request));
    }

    private void send(Line line, ByteBuffer request) {
        busy++;
        try {
            line.send(request);
        } catch (IOException e) {
            lose(line, e);
        }
    }

    private void serve(SelectionKey key) {
        var line = (Line) key.attachment();
        try {
            if (key.isWritable()) {
                line.sendRest();
            }
            if (key.isReadable() && line.receive(in)) {
                busy--;
                tally.answered(line.framing, System.nanoTime() - line.sentNanos());
                if (System.nanoTime() < floodEndNanos) {
                    publishNext(line);
                } else {
                    idle.add(line);
                }
            }
        } catch (IOException e) {
            lose(line, e);
        }
    }

    private void lose(Line line, IOException why) {
        if (line.busy()) {
            busy--;
            tally.refused(why.toString());
        }
        line.close();
        idle.remove(line);
        lost.add(line);
    }

    /// Outside the selection, because it changes the keys of the selector.
    private void replaceLost() throws IOException {
        lostInAll += lost.size();
        if (lostInAll > LOST_MAX) {
            throw new IOException("the service closed over " + LOST_MAX + " connections");
        }
        for (int i = 0; i < lost.size(); i++) {
            var line = new Line(selector, service);
            if (System.nanoTime() < floodEndNanos) {
                publishNext(line);
            } else {
                idle.add(line);
            }
        }
        lost.clear();
    }
}
