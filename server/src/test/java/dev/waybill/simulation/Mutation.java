package dev.waybill.simulation;

import static java.util.stream.Collectors.joining;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A deliberate bug: a piece of a production statement replaced by another. That the simulation
/// reports it shows that its checks bite.
final class Mutation {

    static final Mutation NONE = new Mutation("no statement of ours says this", "");

    private final Pattern from;
    private final String to;
    private boolean applied;

    /// However the piece is broken into lines.
    Mutation(String from, String to) {
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

    /// False if no statement contains the piece any more: the mutation has rotted.
    boolean applied() {
        return applied;
    }
}
