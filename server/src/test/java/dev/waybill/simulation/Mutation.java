package dev.waybill.simulation;

import static java.util.stream.Collectors.joining;

import dev.waybill.engine.dispatch.Shares;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A deliberate bug: a part of a production statement replaced by another, or another rule by which
/// lanes share a process's resources. If the simulation reports it, its checks work.
final class Mutation {

    private static final String NO_STATEMENT = "no statement of ours says this";

    static final Mutation NONE = new Mutation(NO_STATEMENT, "");

    private final Pattern from;
    private final String to;
    private final Shares shares;
    private boolean applied;

    /// However the piece is broken into lines.
    Mutation(String from, String to) {
        this(from, to, Shares.STANDARD);
    }

    static Mutation sharing(Shares shares) {
        return new Mutation(NO_STATEMENT, "", shares);
    }

    private Mutation(String from, String to, Shares shares) {
        this.shares = shares;
        this.from =
                Pattern.compile(
                        Stream.of(from.split(" ")).map(Pattern::quote).collect(joining("\\s+")));
        this.to = Matcher.quoteReplacement(to);
    }

    String of(String sql) {
        var matcher = from.matcher(sql);
        if (!matcher.find()) {
            return sql;
        }
        applied = true;
        return matcher.replaceAll(to);
    }

    /// The rule by which lanes share scarce resources.
    Shares shares() {
        applied |= !shares.equals(Shares.STANDARD);
        return shares;
    }

    /// False if no statement contains the piece any more: the mutation has rotted.
    boolean applied() {
        return applied;
    }
}
