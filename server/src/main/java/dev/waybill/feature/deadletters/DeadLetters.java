package dev.waybill.feature.deadletters;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.command.Violation;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.feature.deadletters.Selection.Matching;
import dev.waybill.feature.deadletters.Selection.These;
import dev.waybill.feature.deliveries.DeadLetterNote;
import dev.waybill.infra.db.Chunks;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.SqlStates;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Resolves and reopens dead letters at the request of users, and stores their notes.
public final class DeadLetters {

    /// Limit of one request. Larger sets take several requests.
    public static final int LETTERS_PER_REQUEST_MAX = 100_000;

    /// Limit of one transaction: a redelivery that ends meanwhile may wait for it, a fraction of a
    /// second.
    static final int PER_TRANSACTION_MAX = 2_000;

    private static final int TRIES_MAX = 5;

    /// The object id in the audit log if many dead letters were changed; the details name the
    /// filter.
    private static final String MANY = "*";

    private final Database database;
    private final Audit audit;
    private final InstantSource clock;
    private final DeadLetterStore store = new DeadLetterStore();

    public DeadLetters(Database database, Audit audit, InstantSource clock) {
        this.database = database;
        this.audit = audit;
        this.clock = clock;
    }

    /// The result of a request.
    public sealed interface Result {

        /// The number of dead letters that were changed. Those already in the requested state do
        /// not count.
        ///
        /// @param mayHaveMore whether the limit of one request was reached
        record Done(int count, boolean mayHaveMore) implements Result {}

        record NoSuchDelivery(UUID id) implements Result {}

        /// The delivery is not a dead letter.
        record NotDeadLetter(UUID id) implements Result {}

        /// A redelivery superseded it, and is the open dead letter now.
        record Superseded(UUID id, UUID by) implements Result {}

        record Invalid(List<Violation> violations) implements Result {}
    }

    public Result resolve(Actor actor, Selection selection, String kind, String note) {
        return change(
                actor, selection, new Change("resolved", kind, note, store::open, store::close));
    }

    public Result reopen(Actor actor, Selection selection, @Nullable String note) {
        return change(
                actor,
                selection,
                new Change(
                        "reopened", DeadLetterNote.REOPENED, note, store::closed, store::reopen));
    }

    /// Adds a note to open dead letters, which stay open.
    public Result note(Actor actor, Selection selection, String note) {
        return change(
                actor,
                selection,
                new Change("noted", DeadLetterNote.NOTED, note, store::open, store::note));
    }

    /// One of the three changes: resolve, reopen, or add a note.
    ///
    /// @param word the name of the action in the audit log
    /// @param kind the kind of the note in the history
    private record Change(
            String word, String kind, @Nullable String note, Finding finding, Writing writing) {}

    /// Finds the dead letters that can be changed.
    @FunctionalInterface
    private interface Finding {
        List<UUID> find(Handle handle, Scope scope, DeadLetterFilter filter, int limit);
    }

    /// Changes them and returns the number of changes.
    @FunctionalInterface
    private interface Writing {
        int write(Handle tx, List<UUID> ids, DeadLetterNote entry);
    }

    private Result change(Actor actor, Selection selection, Change change) {
        return switch (selection) {
            case These these -> changeThese(actor, these, change);
            case Matching matching -> changeMatching(actor, matching, change);
        };
    }

    private Result changeThese(Actor actor, These these, Change change) {
        return inTransaction(tx -> {
            var found =
                    store.find(tx, these.ids(), these.scope()).stream()
                            .collect(
                                    Collectors.toMap(
                                            DeadLetterStore.Found::id, Function.identity()));
            for (var id : these.ids()) {
                var refusal = refusal(id, found.get(id));
                if (refusal != null) {
                    return refusal;
                }
            }
            var detail = JsonNodeFactory.instance.objectNode();
            var named = detail.putArray("delivery_ids");
            these.ids().forEach(id -> named.add(IdKind.DELIVERY.format(id)));
            boolean one = found.size() == 1;
            var object = one ? named.get(0).stringValue() : MANY;
            var app = one ? found.values().iterator().next().appId() : these.scope().appId();
            var scope = new Scope(app, these.scope().mode());
            return new Result.Done(
                    write(tx, actor, these.ids(), change, object, scope, detail), false);
        });
    }

    /// Null if it is a dead letter that can be resolved or reopened.
    private static @Nullable Result refusal(UUID id, DeadLetterStore.@Nullable Found found) {
        if (found == null) {
            return new Result.NoSuchDelivery(id);
        }
        if (!found.deadLetter()) {
            return new Result.NotDeadLetter(id);
        }
        return found.supersededBy() == null
                ? null
                : new Result.Superseded(id, found.supersededBy());
    }

    /// Works in several transactions. Those that committed stay committed if a later one fails.
    private Result changeMatching(Actor actor, Matching asked, Change change) {
        var ids =
                database.interactive()
                        .withHandle(handle ->
                                change.finding.find(
                                        handle,
                                        asked.scope(),
                                        asked.filter(),
                                        LETTERS_PER_REQUEST_MAX));
        var endpoint = asked.filter().endpointId();
        var object = endpoint == null ? MANY : IdKind.ENDPOINT.format(endpoint);
        int count = 0;
        for (var some : Chunks.of(ids, PER_TRANSACTION_MAX)) {
            count +=
                    inTransaction(tx -> {
                        var detail = JsonNodeFactory.instance.objectNode();
                        detail.set("filter", asked.criteria());
                        return write(tx, actor, some, change, object, asked.scope(), detail);
                    });
        }
        return new Result.Done(count, ids.size() == LETTERS_PER_REQUEST_MAX);
    }

    /// Retries after a deadlock: the settlement of redeliveries locks dead letters in another
    /// order.
    private <T> T inTransaction(HandleCallback<T, RuntimeException> change) {
        for (int tries = 1; ; tries++) {
            try {
                return database.interactive().inTransaction(change);
            } catch (JdbiException e) {
                if (tries == TRIES_MAX || !SqlStates.isDeadlock(e)) {
                    throw e;
                }
            }
        }
    }

    private int write(
            Handle tx,
            Actor actor,
            List<UUID> ids,
            Change change,
            String object,
            Scope scope,
            ObjectNode detail) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        int count =
                change.writing.write(
                        tx,
                        ids,
                        new DeadLetterNote(now, actor.id(), change.kind, change.note, null));
        if (count > 0) {
            detail.put("kind", change.kind);
            detail.put("count", count);
            audit.record(
                    tx,
                    actor,
                    AuditEntry.with(
                                    "dead_letter." + change.word,
                                    object,
                                    scope.appId(),
                                    scope.mode())
                            .to(detail)
                            .because(change.note));
        }
        return count;
    }
}
