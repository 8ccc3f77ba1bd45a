package dev.waybill.fuzz;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The reading of Netty's HTTP/1.1 codec of bytes after which the connection ends.
public final class SecondOpinion {

    /// Limits of sizes are our own; Netty refuses none of the cases because of them.
    private static final int SIZE_MAX = 1 << 24;

    /// A request or a response.
    public static final class Message {

        private final HttpMessage head;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private boolean complete;
        private @Nullable Throwable objection;
        private int end;

        private Message(HttpMessage head) {
            this.head = head;
        }

        public HttpMessage head() {
            return head;
        }

        public boolean hasGoodHead() {
            return head.decoderResult().isSuccess();
        }

        public byte[] content() {
            return content.toByteArray();
        }

        /// Whether it ended as its head announced.
        public boolean isComplete() {
            return complete && objection == null;
        }

        /// Why it was refused, if it was.
        public @Nullable Throwable objection() {
            return objection;
        }

        /// The position after its last byte, if it is complete.
        public int end() {
            return end;
        }

        /// The result in a word or two.
        public String verdict() {
            if (objection != null) {
                return objection.getClass().getSimpleName();
            }
            return complete ? "complete" : "incomplete";
        }

        @Override
        public String toString() {
            return "%s: %s, %d bytes of content, ends at %d"
                    .formatted(
                            objection == null ? verdict() : objection,
                            head.toString().replaceAll("^.*\\R", "").replaceAll("\\R", " | "),
                            content.size(),
                            end);
        }
    }

    private final int length;
    private final List<Integer> ends = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();

    private SecondOpinion(int length) {
        this.length = length;
    }

    public static List<Message> requests(byte[] bytes) {
        var opinion = new SecondOpinion(bytes.length);
        return opinion.read(
                new HttpRequestDecoder(config()) {
                    @Override
                    protected void decode(
                            ChannelHandlerContext context, ByteBuf in, List<Object> out)
                            throws Exception {
                        int known = out.size();
                        super.decode(context, in, out);
                        opinion.note(in, out.subList(known, out.size()));
                    }
                },
                bytes);
    }

    /// A length may be repeated, as RFC 9110 §8.6 allows.
    public static List<Message> responses(byte[] bytes) {
        return responses(bytes, config().setAllowDuplicateContentLengths(true));
    }

    /// With lines that may end with LF alone.
    public static List<Message> responsesWithBareLineFeeds(byte[] bytes) {
        return responses(
                bytes, config().setAllowDuplicateContentLengths(true).setStrictLineParsing(false));
    }

    private static List<Message> responses(byte[] bytes, HttpDecoderConfig config) {
        var opinion = new SecondOpinion(bytes.length);
        return opinion.read(
                new HttpResponseDecoder(config) {
                    @Override
                    protected void decode(
                            ChannelHandlerContext context, ByteBuf in, List<Object> out)
                            throws Exception {
                        int known = out.size();
                        super.decode(context, in, out);
                        opinion.note(in, out.subList(known, out.size()));
                    }
                },
                bytes);
    }

    /// As strict as it can be.
    private static HttpDecoderConfig config() {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(SIZE_MAX)
                .setMaxHeaderSize(SIZE_MAX)
                .setMaxChunkSize(SIZE_MAX)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true);
    }

    private void note(ByteBuf in, List<Object> decoded) {
        for (var object : decoded) {
            if (object instanceof LastHttpContent) {
                ends.add(length - in.readableBytes());
            }
        }
    }

    private List<Message> read(ChannelHandler decoder, byte[] bytes) {
        var channel = new EmbeddedChannel(decoder);
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        channel.finish();
        for (Object object = channel.readInbound(); object != null; ) {
            // After a change of protocol there are bytes only.
            if (object instanceof HttpObject part) {
                add(part);
            }
            ReferenceCountUtil.release(object);
            object = channel.readInbound();
        }
        return messages;
    }

    private void add(HttpObject object) {
        if (object instanceof HttpMessage head) {
            messages.add(new Message(head));
        }
        var message = messages.getLast();
        if (object.decoderResult().isFailure() && message.objection == null) {
            message.objection = object.decoderResult().cause();
        }
        if (object instanceof HttpContent piece) {
            message.content.writeBytes(ByteBufUtil.getBytes(piece.content()));
        }
        if (object instanceof LastHttpContent) {
            message.complete = true;
            // One that ends with the connection was not noted.
            message.end = ends.isEmpty() ? length : ends.removeFirst();
        }
    }
}
