package dev.waybill.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/// What requests and responses have in common: mostly right, now and then odd in a way on which
/// parsers disagree.
public abstract class MessageGrammar {

    private static final String[] ODD_LINE_ENDS = {
        "\n", "\r", "\r\r\n", "\n\r", "", "\r\n ", "\r\n\r\n"
    };

    private static final String[] ODD_BLANKS = {"  ", "\t", "", "\u000b", "\u00a0", " \t"};

    private static final String[] ODD_COLONS = {
        ":", ":  ", ":\t", " : ", "\t:", ":\u000b", "", "::", ":\r\n "
    };

    private static final String[] ODD_VALUE_ENDS = {" ", "\t", "\u000b", "\u0085", "\u00a0"};

    private static final String[] ODD_HEADERS = {
        " folded\r\n",
        "\tfolded\r\n",
        ": no name\r\n",
        "no colon\r\n",
        "X-Fuzz :a\r\n",
        "X Fuzz: a\r\n",
        "X-Fuzz: a\0b\r\n",
        "X-Fuzz: a\u007f\r\n",
        "X-Fuzz\0: a\r\n",
        "X-Fuzz: a\u000b\r\n",
        "\u00e9: a\r\n",
        "X-Fuzz: a\r\n b\r\n",
        "X\u00a0: a\r\n",
        "(X): a\r\n",
        "Content-Length\u00a0: 5\r\n",
        "Content_Length: 5\r\n",
        "X-Fuzz: a\r b\r\n",
        "X-Fuzz:\u000ba\r\n",
        "\u000bX-Fuzz: a\r\n",
        "Transfer-Encoding\t: chunked\r\n",
        "Content-Length\u000b: 5\r\n",
        "\u000bContent-Length: 5\r\n"
    };

    private static final String[] ODD_CONNECTIONS = {
        "", ",", "close,", "closed", "close;", "clo se", "keep-alive, close", "\u00a0close"
    };

    /// With the right length in place of `N`.
    private static final String[] ODD_LENGTHS = {
        "0N",
        "+N",
        "-N",
        "N, N",
        "N;",
        "0xN",
        "",
        "N\u00a0",
        "\u000bN",
        "N\0",
        "N N",
        "9000000",
        "99999999999999999999",
        "4294967296",
        "\u00b9",
        "N.0",
        "1e1",
        "\"N\"",
        "0",
        "5"
    };

    private static final String[] ODD_CODINGS = {
        "gzip, chunked",
        "chunked, identity",
        "identity",
        "xchunked",
        "chunked;q=1",
        "\u000bchunked",
        "chunked,",
        ",chunked",
        "",
        "chunked\0",
        "\"chunked\"",
        "chunked, chunked",
        "chun ked",
        "\u00a0chunked",
        "gzip",
        "gzip,",
        ",",
        "cow"
    };

    /// With the right size in place of `N`.
    private static final String[] ODD_SIZES = {
        "0xN",
        "-N",
        "+N",
        " N",
        "N ",
        "N\t",
        "Ng",
        "1N",
        "",
        "fffffffff",
        "80000000",
        "ffffffffffffffff",
        "0000000000000000N",
        "N\0",
        "\u00b9",
        "N_"
    };

    private static final String[] EXTENSIONS = {";a", ";a=b", ";a=\"b\"", ";a=\"b;c\"", ";a;b=c"};

    private static final String[] ODD_EXTENSIONS = {
        ";",
        " ;a",
        "; a",
        ";a =b",
        ";=",
        ";a=",
        ";a=\"\n\"",
        ";\r",
        ";a\0",
        ";\u00e9",
        ",a",
        ";a=\"\r\n\"",
        ";a=\"\\\"",
        ";a=\"b\"c",
        ";a=\"b",
        "\u000b;a"
    };

    protected final Dice dice;
    private final StringBuilder text = new StringBuilder();

    /// The mean distance between two oddities. Large in half of the cases, so that whole messages
    /// are right.
    private final int rarely;

    protected MessageGrammar(Dice dice) {
        this.dice = dice;
        this.rarely = dice.oneIn(2) ? 40 : 1_000;
    }

    /// What was generated, changed in half of the cases.
    protected final byte[] bytes() {
        var bytes = text.toString().getBytes(ISO_8859_1);
        return dice.oneIn(2) ? Mutator.mutate(bytes, dice) : bytes;
    }

    /// A message that a body may contain, to be taken for the next one.
    protected abstract String nested();

    public final MessageGrammar add(String more) {
        text.append(more);
        return this;
    }

    public final MessageGrammar line() {
        return add(odd("\r\n", ODD_LINE_ENDS));
    }

    protected final String odd(String right, String... others) {
        return dice.usually(rarely, right, others);
    }

    protected final boolean rarely() {
        return dice.oneIn(rarely);
    }

    protected final String blank() {
        return odd(" ", ODD_BLANKS);
    }

    protected final void header(String name, String value) {
        add(name).add(odd(": ", ODD_COLONS)).add(value).add(odd("", ODD_VALUE_ENDS)).line();
    }

    protected final void oddHeader() {
        add(odd("", ODD_HEADERS));
    }

    protected final void connection() {
        var value =
                dice.usually(4, "keep-alive", "close", "Upgrade", "TE, close", "Keep-Alive, TE");
        header("Connection", odd(value, ODD_CONNECTIONS));
    }

    /// More or longer headers than most parsers take.
    protected final void many() {
        if (dice.oneIn(2)) {
            header("X-Long", "x".repeat(dice.between(1, 20_000)));
        } else {
            for (int left = dice.between(50, 150); left > 0; left--) {
                header("X-Many", "x");
            }
        }
    }

    /// The end of the head, and a body.
    protected final void body() {
        switch (dice.between(0, 7)) {
            case 0, 1 -> line();
            case 2, 3, 4 -> sized();
            case 5, 6 -> chunked();
            default -> undecided();
        }
    }

    private void sized() {
        var content = content();
        var length = Integer.toString(content.length());
        header("Content-Length", odd("N", ODD_LENGTHS).replace("N", length));
        if (rarely()) {
            header("Content-Length", dice.pick(length, "0", "5", ""));
        }
        line().add(content);
    }

    private void chunked() {
        transferEncoding();
        line();
        for (int left = dice.between(0, 4); left > 0; left--) {
            chunk(content());
        }
        chunk("");
    }

    private void transferEncoding() {
        var coding = dice.usually(6, "chunked", "Chunked", "CHUNKED ");
        header("Transfer-Encoding", odd(coding, ODD_CODINGS));
        if (rarely()) {
            header("Transfer-Encoding", dice.pick("chunked", "identity", ""));
        }
    }

    /// Both kinds of a body are announced, or neither.
    private void undecided() {
        if (!rarely()) {
            line();
        } else if (dice.oneIn(2)) {
            header("Content-Length", dice.pick("0", "5", "3"));
            chunked();
        } else {
            transferEncoding();
            sized();
        }
    }

    /// An empty one is the last, and has trailers.
    private void chunk(String content) {
        var size = dice.usually(5, "N", "0N", "00N");
        add(odd(size, ODD_SIZES).replace("N", Integer.toHexString(content.length())));
        add(odd(dice.usually(8, "", EXTENSIONS), ODD_EXTENSIONS)).line().add(content);
        if (content.isEmpty() && dice.oneIn(4)) {
            header(dice.pick("X-Fuzz", "X-Trailer", "Content-Length", "Host"), "1");
            oddHeader();
        }
        line();
    }

    /// Sometimes such that it reads like what may follow it.
    private String content() {
        return switch (dice.between(0, 11)) {
            case 0 -> "";
            case 1 -> nested();
            case 2 -> "0\r\n\r\n";
            case 3 -> "\r\n\r\n";
            case 4 -> "x".repeat(dice.oneIn(30) ? dice.between(16_000, 70_000) : 600);
            case 5 -> "\0\u00ff";
            default -> "{\"a\":" + "1".repeat(dice.between(0, 30)) + "}";
        };
    }
}
