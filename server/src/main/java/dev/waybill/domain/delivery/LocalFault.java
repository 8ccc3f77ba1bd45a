package dev.waybill.domain.delivery;

/// A fault of this process that prevented a request. It says nothing about the endpoint.
public enum LocalFault {

    /// No file descriptors, no threads, or no memory for them.
    SOCKETS("it cannot open sockets: it has run out of file descriptors or memory"),

    /// No local address or port to connect from.
    PORTS("it has no local ports left to connect from"),

    ROUTE("it has no route out of its network"),

    PROXY("its egress proxy opens no connections"),

    NAMES("its name server does not answer"),

    /// Too many look-ups wait. A few names, or one app, cause that, so it says little about the
    /// process.
    QUEUE("too many host names wait to be looked up"),

    /// Too many TLS handshakes wait. A few apps can cause that, too.
    HANDSHAKES("too many TLS handshakes wait for a processor");

    private final String words;

    LocalFault(String words) {
        this.words = words;
    }

    /// Follows "This node cannot deliver:".
    public String words() {
        return words;
    }

    /// Whether every other request would have failed as well.
    public boolean isNodeWide() {
        return this != QUEUE && this != HANDSHAKES;
    }
}
