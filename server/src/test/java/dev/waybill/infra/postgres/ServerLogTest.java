package dev.waybill.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {

    /// As PostgreSQL writes it when another program has the port.
    private static final String TAKEN =
            """
            LOG:  could not bind IPv4 address "127.0.0.1": Address already in use
            WARNING:  could not create listen socket for "127.0.0.1"
            FATAL:  could not create any TCP/IP sockets
            """;

    @TempDir Path folder;

    private ServerLog log() {
        return new ServerLog(folder.resolve("postgres.log"));
    }

    @Test
    void aTakenPortIsFoundInTheMessagesOfThisStart() throws IOException {
        long before = log().length();
        log().append("LOG:  starting PostgreSQL\n" + TAKEN);

        assertThat(log().namesTakenPort(before)).isTrue();
    }

    @Test
    void anEarlierStartDoesNotCount() throws IOException {
        log().append(TAKEN);
        long before = log().length();
        log().append("FATAL:  could not load server certificate file\n");

        assertThat(log().namesTakenPort(before)).isFalse();
    }

    @Test
    void aMissingLogNamesNothing() throws IOException {
        assertThat(log().length()).isZero();
        assertThat(log().namesTakenPort(0)).isFalse();
    }
}
