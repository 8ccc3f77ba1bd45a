package dev.waybill.infra.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;

/// Turns logged events into the bytes of lines.
final class LineEncoder extends EncoderBase<ILoggingEvent> {

    private static final byte[] NONE = {};

    private final LogLine.Format format;

    LineEncoder(LogLine.Format format) {
        this.format = format;
    }

    @Override
    public byte[] headerBytes() {
        return NONE;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return format.write(LogLine.of(event)).getBytes(UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return NONE;
    }
}
