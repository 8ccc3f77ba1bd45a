package dev.waybill.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Plays cases, each of which follows from the seed and its number, and shows the first that break
/// a rule. `-Dfuzz.cases=` plays more, `-Dseed=` others, `-Dfuzz.case=` only one.
public final class FuzzRun {

    private static final int CASES = Integer.getInteger("fuzz.cases", 2_000);
    private static final long SEED = Long.getLong("seed", 1);
    private static final @Nullable Integer ONLY = Integer.getInteger("fuzz.case");

    private static final int BLOCK = 1_000;

    /// Cases wait for sockets more than they compute.
    private static final int WORKERS = 8;

    private static final int RULES_SHOWN_MAX = 8;

    /// Plays a case. Returns the broken rule, if there is one.
    public interface Judge {
        @Nullable Finding judge(FuzzCase input) throws Exception;
    }

    /// A case that broke a rule.
    private record Failed(int number, FuzzCase input, Finding finding) {}

    private final Class<?> test;
    private final Function<Dice, FuzzCase> generator;
    private final Judge judge;

    public FuzzRun(Class<?> test, Function<Dice, FuzzCase> generator, Judge judge) {
        this.test = test;
        this.generator = generator;
        this.judge = judge;
    }

    /// Plays all cases.
    ///
    /// @param afterBlock checks what must hold while nothing is under way
    public void play(Runnable afterBlock) throws InterruptedException, ExecutionException {
        if (ONLY != null) {
            report(listOf(judged(ONLY)));
            afterBlock.run();
            return;
        }
        for (int from = 0; from < CASES; from += BLOCK) {
            report(block(from, Math.min(CASES, from + BLOCK)));
            afterBlock.run();
        }
    }

    public static int cases() {
        return ONLY == null ? CASES : 1;
    }

    private List<Failed> block(int from, int to) throws InterruptedException, ExecutionException {
        var cases = new ArrayList<Callable<@Nullable Failed>>();
        for (int number = from; number < to; number++) {
            int each = number;
            cases.add(() -> judged(each));
        }
        var failed = new ArrayList<Failed>();
        try (var workers = Executors.newFixedThreadPool(WORKERS)) {
            for (var done : workers.invokeAll(cases)) {
                failed.addAll(listOf(done.get()));
            }
        }
        return failed;
    }

    private static List<Failed> listOf(@Nullable Failed failed) {
        return failed == null ? List.of() : List.of(failed);
    }

    private @Nullable Failed judged(int number) {
        var input = generator.apply(new Dice(1_000_000_007 * SEED + number));
        var finding = finding(input);
        return finding == null ? null : new Failed(number, input, finding);
    }

    private @Nullable Finding finding(FuzzCase input) {
        try {
            return judge.judge(input);
        } catch (Exception e) {
            return new Finding("the case fails with " + e.getClass().getSimpleName(), e.toString());
        }
    }

    private void report(List<Failed> failed) {
        if (failed.isEmpty()) {
            return;
        }
        var text = new StringBuilder("%d cases break a rule".formatted(failed.size()));
        var ofEachRule = new LinkedHashMap<String, Failed>();
        failed.forEach(each -> ofEachRule.putIfAbsent(each.finding().rule(), each));
        ofEachRule.values().stream()
                .limit(RULES_SHOWN_MAX)
                .forEach(each -> text.append(shown(each)));
        throw new AssertionError(text.toString());
    }

    private String shown(Failed failed) {
        var rule = failed.finding().rule();
        var small = Shrinking.smallest(failed.input(), input -> breaks(rule, input));
        var finding = finding(small);
        return """


        seed %d, case %d: %s
        %s
        The smallest form, %d bytes, cut at %s:
        %s
        ./check -Dtest=%s -Dseed=%d -Dfuzz.case=%d -Dsurefire.failIfNoSpecifiedTests=false
        """
                .formatted(
                        SEED,
                        failed.number(),
                        rule,
                        finding == null ? failed.finding().detail() : finding.detail(),
                        small.bytes().length,
                        small.cuts(),
                        Escaped.lines(small.bytes()),
                        test.getSimpleName(),
                        SEED,
                        failed.number());
    }

    private boolean breaks(String rule, FuzzCase input) {
        var finding = finding(input);
        return finding != null && finding.rule().equals(rule);
    }
}
