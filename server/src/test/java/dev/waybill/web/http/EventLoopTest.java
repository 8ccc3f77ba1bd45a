package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLoopTest {

    private static final int OTHERS = 200;
    private static final String PREFERRED = "preferred";

    private final EventLoop loop = new EventLoop("loop");
    private final List<Pipe> pipes = new ArrayList<>();

    /// The names of the channels, in the order in which they were served. Confined to the loop.
    private final List<String> served = new ArrayList<>();

    private final CountDownLatch left = new CountDownLatch(OTHERS + 1);

    @AfterEach
    void stop() throws IOException {
        loop.stop();
        for (var pipe : pipes) {
            pipe.sink().close();
        }
    }

    /// Reads a byte when there is one.
    private class Channel implements EventLoop.Attachment {
        private final String name;
        private final Pipe pipe;
        private final boolean preferred;

        Channel(String name, boolean preferred) throws IOException {
            this.name = name;
            this.preferred = preferred;
            this.pipe = Pipe.open();
            pipes.add(pipe);
            loop.register(pipe.source(), SelectionKey.OP_READ, this);
        }

        void write() throws IOException {
            pipe.sink().write(ByteBuffer.allocate(1));
        }

        @Override
        public boolean isPreferred() {
            return preferred;
        }

        @Override
        public void ready(SelectionKey key) throws IOException {
            if (pipe.source().read(ByteBuffer.allocate(1)) > 0) {
                served.add(name);
                left.countDown();
            }
        }

        @Override
        public void sweep(long nowNanos) {}

        @Override
        public void leave() {}
    }

    @Test
    void aFloodDelaysAPreferredChannelByOneTurn() throws Exception {
        var preferred = new Channel(PREFERRED, true);
        for (int i = 0; i < OTHERS; i++) {
            var other =
                    new Channel("other " + i, false) {
                        @Override
                        public void ready(SelectionKey key) throws IOException {
                            if (served.isEmpty()) {
                                preferred.write();
                            }
                            super.ready(key);
                        }
                    };
            other.write();
        }

        loop.start();
        left.await();

        assertThat(served.indexOf(PREFERRED)).isLessThan(OTHERS / 2);
        assertThat(served).doesNotHaveDuplicates().hasSize(OTHERS + 1);
    }

    @Test
    void aPreferredChannelGoesFirst() throws Exception {
        for (int i = 0; i < OTHERS; i++) {
            new Channel("other " + i, false).write();
        }
        new Channel(PREFERRED, true).write();

        loop.start();
        left.await();

        assertThat(served).first().isEqualTo(PREFERRED);
    }
}
