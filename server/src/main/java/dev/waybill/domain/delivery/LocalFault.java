package dev.waybill.domain.delivery;

/// Trouble of this node that kept a request from being sent. It says nothing about the endpoint.
public enum LocalFault {

    /// No file descriptors, no threads, or no memory for them.
    SOCKETS("it cannot open sockets: it has run out of file descriptors or memory"),

    /// No local address or port to connect from.
    PORTS("it has no local ports left to connect from"),

    ROUTE("it has no route out of its network"),

    PROXY("its egress proxy opens no connections"),

    NAMES("its name server does not answer"),

    /// So many look-ups wait that this one had no chance. That is the doing of a few names, or of
    /// one app, and says little about the node.
    QUEUE("too many host names wait to be looked up");

    private final String words;

    LocalFault(String words) {
        this.words = words;
    }

    /// With "This node cannot deliver:" before it.
    public String words() {
        return words;
    }

    /// Whether it would have befallen every other request as well.
    public boolean isNodeWide() {
        return this != QUEUE;
    }
}
