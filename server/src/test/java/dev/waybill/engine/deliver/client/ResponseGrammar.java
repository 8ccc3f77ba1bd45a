package dev.waybill.engine.deliver.client;

import dev.waybill.fuzz.Dice;
import dev.waybill.fuzz.FuzzCase;
import dev.waybill.fuzz.MessageGrammar;

/// A response, with what may come before and after it.
final class ResponseGrammar extends MessageGrammar {

    private static final String EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private static final String[] ODD_VERSIONS = {
        "HTTP/1.0", "HTTP/1.2", "HTTP/2", "http/1.1", "ICY", "HTTP/1.1 ", "", "\r\nHTTP/1.1", "\n"
    };

    private static final String[] OTHER_CODES = {
        "201", "204", "205", "299", "304", "400", "429", "503", "999"
    };

    private static final String[] ODD_CODES = {
        "20", "2000", "-200", "+20", "2 0", "", "2OO", "2\u00b90", "199", "099", "101"
    };

    private static final String[] REASONS = {" ", "", " No \u00e9 \t way", " \"<b>\"", " O\u000bK"};

    private static final String[] ODD_WAITS = {"", "soon", "-1", "5, 6", "\u00e9"};

    private static final String[] LEFTOVERS = {"x", "\r\n", "\n", "\0", EMPTY};

    private ResponseGrammar(Dice dice) {
        super(dice);
    }

    static FuzzCase generate(Dice dice) {
        var grammar = new ResponseGrammar(dice);
        for (int left = dice.usually(6, "", "x", "xx").length(); left > 0; left--) {
            grammar.interim();
        }
        grammar.status(dice.usually(4, "200", OTHER_CODES));
        grammar.headers();
        grammar.body();
        grammar.add(dice.usually(8, "", LEFTOVERS));
        return FuzzCase.cut(grammar.bytes(), dice);
    }

    private void interim() {
        status(dice.pick("100", "102", "103"));
        headers();
        if (rarely()) {
            header("Content-Length", "3");
        }
        line();
    }

    private void status(String code) {
        add(odd("HTTP/1.1", ODD_VERSIONS)).add(blank());
        add(odd(code, ODD_CODES)).add(dice.usually(4, " OK", REASONS)).line();
    }

    private void headers() {
        for (int left = dice.between(0, 3); left > 0; left--) {
            anyHeader();
        }
        if (dice.oneIn(300)) {
            many();
        }
    }

    private void anyHeader() {
        switch (dice.between(0, 6)) {
            case 0 -> connection();
            case 1 -> header("Retry-After", odd("5", ODD_WAITS));
            case 2 -> header("Content-Type", "text/plain");
            case 3 -> header("Set-Cookie", "a=b");
            case 4 -> header("X-Fuzz", dice.pick("", "a", "a\tb", "\u00e9", "a:b"));
            case 5 -> header("Upgrade", "websocket");
            default -> oddHeader();
        }
    }

    @Override
    protected String nested() {
        return EMPTY;
    }
}
