package dev.waybill.feature.deadletters;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.access.AppScopes;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.deadletters.DeadLetters.Result;
import java.util.List;
import java.util.function.Function;

/// Resolves and reopens dead letters and adds notes to them: checks every rule, then makes the
/// change. The API and the forms read their input into the commands and express the results.
public final class DeadLetterService {

    private final DeadLetters letters;
    private final AppScopes apps;

    public DeadLetterService(DeadLetters letters, AppScopes apps) {
        this.letters = letters;
        this.apps = apps;
    }

    /// Resolves dead letters.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Result resolve(ResolveDeadLetters command, Violations violations, Actor actor) {
        DeadLetterRules.requireNote(command.note(), violations);
        DeadLetterRules.checkKind(command.kind(), violations);
        return change(
                command.selection(),
                violations,
                selection ->
                        letters.resolve(
                                actor,
                                selection,
                                DeadLetterRules.stored(command.kind()),
                                String.valueOf(command.note())));
    }

    /// Reopens dead letters.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Result reopen(ReopenDeadLetters command, Violations violations, Actor actor) {
        DeadLetterRules.checkNote(command.note(), violations);
        return change(
                command.selection(),
                violations,
                selection -> letters.reopen(actor, selection, command.note()));
    }

    /// Adds a note to dead letters.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Result note(NoteDeadLetters command, Violations violations, Actor actor) {
        DeadLetterRules.requireNote(command.note(), violations);
        return change(
                command.selection(),
                violations,
                selection -> letters.note(actor, selection, String.valueOf(command.note())));
    }

    private Result change(
            DeadLetterSelection asked, Violations violations, Function<Selection, Result> change) {
        DeadLetterRules.check(asked, violations);
        var filter = asked.filter();
        var ids = asked.deliveryIds();
        var scope = scope(asked, violations);
        if (!violations.isEmpty()) {
            return new Result.Invalid(violations.all());
        }
        return change.apply(
                filter == null
                        ? new Selection.These(
                                ids == null ? List.of() : ids.stream().distinct().toList(), scope)
                        : new Selection.Matching(filter.letters(), scope, filter.criteria()));
    }

    private Scope scope(DeadLetterSelection asked, Violations violations) {
        var filter = asked.filter();
        return filter == null
                ? asked.caller().scope()
                : apps.of(filter.app(), asked.caller(), violations.in(DeadLetterRules.FILTER));
    }
}
