package dev.waybill.engine.deliver.client;

import dev.waybill.engine.deliver.egress.Failed;
import java.io.IOException;
import java.util.Arrays;

/// Reads a body to its end or to the limit, and keeps its beginning. Only chunks are decoded.
final class ResponseBody {

    /// Sizes, extensions and trailers of chunks, which may be longer than the content.
    static final int FRAMING_BYTES_MAX = 16 * 1024;

    private static final byte[] NOTHING = {};

    private final ResponseInput in;
    private byte[] excerpt = NOTHING;
    private int kept;
    private int taken;

    ResponseBody(ResponseInput in) {
        this.in = in;
    }

    /// The beginning of the body, up to [PinnedSender#EXCERPT_BYTES_MAX].
    byte[] excerpt() {
        return kept == excerpt.length ? excerpt : Arrays.copyOf(excerpt, kept);
    }

    /// Returns whether the body ended as its head announced.
    boolean read(ResponseHead head) throws IOException {
        if (head.chunked()) {
            return readChunks();
        }
        if (head.contentLength() >= 0) {
            return take(head.contentLength());
        }
        // The body ends with the connection, which looks the same as a broken connection.
        take(Long.MAX_VALUE);
        return false;
    }

    private boolean readChunks() throws IOException {
        in.allowLines(FRAMING_BYTES_MAX);
        for (long size = ChunkLine.size(in.line()); size > 0; size = ChunkLine.size(in.line())) {
            if (!take(size)) {
                return false;
            }
            if (!in.line().isEmpty()) {
                throw Failed.notHttp("a chunk is longer than its size");
            }
        }
        for (var trailer = in.line(); !trailer.isEmpty(); trailer = in.line()) {
            // Not used. A line that is no header may be the beginning of something else.
            ResponseHead.nameEnd(trailer);
        }
        return true;
    }

    /// Reads this many bytes of content. Returns false if they exceed the limit or do not arrive.
    private boolean take(long count) throws IOException {
        for (long left = count; left > 0; ) {
            int room = PinnedSender.BODY_BYTES_READ_MAX - taken;
            int there = room == 0 ? 0 : in.await();
            if (there == 0) {
                return false;
            }
            int step = (int) Math.min(Math.min(there, room), left);
            keep(step, left);
            in.skip(step);
            taken += step;
            left -= step;
        }
        return true;
    }

    private void keep(int count, long announced) {
        int wanted = (int) Math.min(announced, PinnedSender.EXCERPT_BYTES_MAX - kept);
        if (wanted > excerpt.length - kept) {
            excerpt = Arrays.copyOf(excerpt, kept + wanted);
        }
        int step = Math.min(count, excerpt.length - kept);
        in.copy(step, excerpt, kept);
        kept += step;
    }
}
