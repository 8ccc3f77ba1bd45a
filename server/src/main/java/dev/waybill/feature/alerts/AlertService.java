package dev.waybill.feature.alerts;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.alert.AlertState;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.command.WholeRange;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.infra.db.Database;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Lists alerts, and records who takes care of them.
public final class AlertService {

    public static final int NOTE_LENGTH_MAX = 1_000;

    public static final WholeRange SNOOZE_SECONDS =
            new WholeRange(60, Math.toIntExact(AlertState.SNOOZED_MAX.toSeconds()));

    /// A badge shows no larger number.
    public static final int COUNTED_MAX = 99;

    private final Database database;
    private final AuditTrail<Alert> trail;
    private final InstantSource clock;
    private final AlertStore store = new AlertStore();
    private final HistoryStore histories = new HistoryStore();

    AlertService(Database database, AuditTrail<Alert> trail, InstantSource clock) {
        this.database = database;
        this.trail = trail;
        this.clock = clock;
    }

    /// Alerts that fired before the one with this id, newest first.
    ///
    /// @param endpointId null for those of all endpoints and of the service
    /// @param resolved null for both
    public List<Alert> page(
            Scope scope,
            @Nullable UUID endpointId,
            @Nullable Boolean resolved,
            UUID before,
            int limit) {
        return database.interactive()
                .withHandle(
                        handle -> store.page(handle, scope, endpointId, resolved, before, limit));
    }

    public Optional<Alert> find(UUID id, Scope scope) {
        return database.interactive()
                .withHandle(handle -> store.find(handle, id))
                .filter(alert -> isIn(scope, alert));
    }

    private static boolean isIn(Scope scope, Alert alert) {
        var subject = alert.subject();
        return subject == null
                ? scope.appId() == null
                : scope.covers(subject.appId(), subject.mode());
    }

    /// The number of alerts that fire, one more than [#COUNTED_MAX] if there are more.
    public int firing(Scope scope) {
        return database.interactive()
                .withHandle(handle -> store.count(handle, scope, COUNTED_MAX + 1));
    }

    /// When the rules were last evaluated; null if never.
    public @Nullable Instant evaluatedAt() {
        return database.interactive().withHandle(histories::progress).evaluatedAt();
    }

    /// The result of a change.
    public sealed interface Changed {

        record Done(Alert alert) implements Changed {}

        record Invalid(List<Violation> violations) implements Changed {}

        record NotFound() implements Changed {}

        /// It has resolved, and nothing is to be taken care of.
        record Resolved() implements Changed {}
    }

    /// Records that somebody takes care of the alert. Channels get no further levels of it.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed acknowledge(
            UUID id, Scope scope, @Nullable String note, Violations violations, Actor actor) {
        violations.checkProse("note", note, NOTE_LENGTH_MAX);
        return change(
                id,
                scope,
                violations,
                (alert, now) -> alert.caredFor(new Alert.Care(actor.id(), note), now),
                new Recorded(actor, "acknowledged", note));
    }

    /// Makes the alert quiet for a time. If it still fires then, channels are notified again.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed snooze(
            UUID id, Scope scope, @Nullable Integer seconds, Violations violations, Actor actor) {
        if (seconds == null) {
            violations.add("seconds", Violation.Code.REQUIRED, "{} is required.");
        }
        violations.check("seconds", seconds, SNOOZE_SECONDS);
        return change(
                id,
                scope,
                violations,
                (alert, now) ->
                        alert.snoozed(seconds == null ? null : now.plusSeconds(seconds), now),
                new Recorded(actor, "snoozed", null));
    }

    private record Recorded(Actor actor, String what, @Nullable String note) {}

    private Changed change(
            UUID id,
            Scope scope,
            Violations violations,
            BiFunction<Alert, Instant, Alert> change,
            Recorded recorded) {
        if (!violations.isEmpty()) {
            return new Changed.Invalid(violations.all());
        }
        return database.interactive()
                .inTransaction(tx -> {
                    var before =
                            store.lock(tx, id).filter(alert -> isIn(scope, alert)).orElse(null);
                    if (before == null) {
                        return new Changed.NotFound();
                    }
                    if (before.state().isResolved()) {
                        return new Changed.Resolved();
                    }
                    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
                    var after = change.apply(before, now);
                    store.putCare(tx, after);
                    trail.changed(tx, recorded.actor, recorded.what, before, after, recorded.note);
                    return new Changed.Done(after);
                });
    }
}
