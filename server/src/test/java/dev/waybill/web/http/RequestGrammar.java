package dev.waybill.web.http;

import dev.waybill.fuzz.Dice;
import dev.waybill.fuzz.FuzzCase;
import dev.waybill.fuzz.MessageGrammar;
import java.io.ByteArrayOutputStream;

/// A few requests, one after another.
final class RequestGrammar extends MessageGrammar {

    private static final int REQUESTS_MAX = 4;

    /// Shows where the requests before it ended.
    private static final String LAST = "GET /last HTTP/1.1\r\nHost: a\r\n\r\n";

    private static final String[] ODD_BEGINNINGS = {"\r\n", "\r\n\r\n", "\n", "\r", " ", "\0"};

    private static final String[] METHODS = {
        "GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"
    };

    private static final String[] ODD_METHODS = {
        "get", "PATCH", "CONNECT", "PRI", "", "G T", "G(T", "G\u00c9T", "GET\t", "G\0T"
    };

    private static final String[] TARGETS = {
        "/",
        "/a",
        "/a/b?q=1",
        "/a?q=1&r=2",
        "/%41?q",
        "/a//b",
        "/~a;b=c,d",
        "http://a/b",
        "https://a:8080?q=2",
        "HTTP://a"
    };

    private static final String[] ODD_TARGETS = {
        "*",
        "",
        "a",
        "a:80",
        "/a b",
        "/\u00e9",
        "/a#b",
        "http://",
        "http:///b",
        "/a\tb",
        "/\0",
        "ftp://a/b",
        "//a/b",
        "/\u007f",
        "?q=1",
        "http://a b/c",
        "/a\u00a0b",
        "/\"<>\\^`{|}"
    };

    private static final String[] ODD_VERSIONS = {
        "HTTP/1.2",
        "HTTP/2.0",
        "http/1.1",
        "HTTP/1.1 ",
        "HTTP/01.1",
        "HTTP/1.10",
        "HTTP/1",
        "",
        "HTTP/1.1\t",
        "HTTP /1.1",
        "ICAP/1.1",
        "HTTP/1.1 x"
    };

    private static final String[] ODD_HOSTS = {"a:80", "", "a, b", "a b", "[::1]", "\u00e9"};

    private static final String[] ODD_EXPECTATIONS = {"100-Continue", "101", "", "100-continue, x"};

    private static final String[] VALUES = {
        "", "a", "v1", "a\tb", "\u00e9", "\"a, b\"", "a:b", "  a  "
    };

    private RequestGrammar(Dice dice) {
        super(dice);
    }

    static FuzzCase generate(Dice dice) {
        var grammar = new RequestGrammar(dice);
        for (int left = dice.between(1, REQUESTS_MAX); left > 0; left--) {
            grammar.request();
        }
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(grammar.bytes());
        if (!dice.oneIn(4)) {
            bytes.writeBytes(FuzzedServer.bytes(LAST));
        }
        return FuzzCase.cut(bytes.toByteArray(), dice);
    }

    private void request() {
        add(odd("", ODD_BEGINNINGS));
        add(odd(dice.pick(METHODS), ODD_METHODS)).add(blank());
        add(odd(dice.pick(TARGETS), ODD_TARGETS)).add(blank());
        add(odd(dice.usually(10, "HTTP/1.1", "HTTP/1.0"), ODD_VERSIONS)).line();
        header("Host", odd("a", ODD_HOSTS));
        if (rarely()) {
            header("Host", "b");
        }
        for (int left = dice.between(0, 3); left > 0; left--) {
            anyHeader();
        }
        if (dice.oneIn(300)) {
            many();
        }
        body();
    }

    private void anyHeader() {
        switch (dice.between(0, 9)) {
            case 0 -> connection();
            case 1 -> header("Expect", odd("100-continue", ODD_EXPECTATIONS));
            case 2 -> header("Content-Type", "application/json; charset=utf-8");
            case 3 -> header("Cookie", "a=b; c=\"d\"");
            case 4, 5 -> header(dice.pick("X-Fuzz", "x-fuzz"), dice.pick(VALUES));
            case 6 -> header("Upgrade", dice.pick("websocket", "h2c", "TLS/1.3"));
            case 7 -> header("Idempotency-Key", "v" + dice.between(0, 99));
            case 8 -> webSocketDraft();
            default -> oddHeader();
        }
    }

    private void webSocketDraft() {
        if (rarely()) {
            header("Sec-WebSocket-Key1", "1");
            header("Sec-WebSocket-Key2", "2");
        }
    }

    @Override
    protected String nested() {
        return "GET /nested HTTP/1.1\r\nHost: a\r\n\r\n";
    }
}
