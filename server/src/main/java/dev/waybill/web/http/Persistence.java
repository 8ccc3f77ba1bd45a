package dev.waybill.web.http;

/// Whether a connection stays open after an answer, and the header that states it.
enum Persistence {

    /// The default of HTTP/1.1, without a header.
    STAYS(""),

    /// A client of HTTP/1.0 asked for it, and expects the header.
    STAYS_AS_ASKED("Connection: keep-alive\r\n"),

    ENDS("Connection: close\r\n");

    private final String header;

    Persistence(String header) {
        this.header = header;
    }

    String header() {
        return header;
    }
}
