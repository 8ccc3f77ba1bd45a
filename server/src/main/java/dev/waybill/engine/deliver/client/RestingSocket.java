package dev.waybill.engine.deliver.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketImpl;

/// The TCP socket as the TLS socket over it sees it. During the handshake, a read that has to wait
/// for the receiver gives the turn back until bytes arrive. A write does not: everything that a
/// client sends in a handshake fits into the buffers of the system.
///
/// Reads are buffered, because JSSE reads the five bytes before each record by themselves.
final class RestingSocket extends Socket {

    /// A typical response is one record of this size. Every idle connection has a buffer.
    private static final int BUFFER_BYTES = 512;

    private final Socket wire;
    private final HandshakeTurns.Turn turn;
    private final InputStream in;

    RestingSocket(Socket wire, HandshakeTurns.Turn turn) throws IOException {
        super((SocketImpl) null);
        this.wire = wire;
        this.turn = turn;
        this.in = new BufferedInputStream(new Resting(wire.getInputStream()), BUFFER_BYTES);
    }

    @Override
    public InputStream getInputStream() {
        return in;
    }

    private final class Resting extends InputStream {

        private final InputStream arriving;

        Resting(InputStream arriving) {
            this.arriving = arriving;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (turn.isOver() || arriving.available() > 0) {
                return arriving.read(bytes, offset, length);
            }
            turn.rest();
            int count = arriving.read(bytes, offset, length);
            turn.take();
            return count;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int available() throws IOException {
            return arriving.available();
        }
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return wire.getOutputStream();
    }

    @Override
    public InetAddress getInetAddress() {
        return wire.getInetAddress();
    }

    @Override
    public int getPort() {
        return wire.getPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return wire.getRemoteSocketAddress();
    }

    @Override
    public boolean isConnected() {
        return wire.isConnected();
    }

    @Override
    public boolean isClosed() {
        return wire.isClosed();
    }

    @Override
    public boolean isInputShutdown() {
        return wire.isInputShutdown();
    }

    @Override
    public boolean isOutputShutdown() {
        return wire.isOutputShutdown();
    }

    @Override
    public void shutdownInput() throws IOException {
        wire.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        wire.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }
}
