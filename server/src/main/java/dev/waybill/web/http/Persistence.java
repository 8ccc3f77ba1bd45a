package dev.waybill.web.http;

/// What becomes of a connection after an answer, and how the answer says so.
enum Persistence {

    /// As HTTP/1.1 has it, without a word.
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
