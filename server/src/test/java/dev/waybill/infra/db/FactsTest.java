package dev.waybill.infra.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The codes and definitions of the schema are those of the domain.
class FactsTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final Fixtures fixtures = new Fixtures(DB, new ManualClock());

    @AfterAll
    static void drop() {
        DB.close();
    }

    @BeforeEach
    void clear() {
        DB.clear();
    }

    @ParameterizedTest
    @EnumSource
    void everyFaultCanBeStored(Fault fault) {
        assertThat(attempt(fault.code(), "detail")).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "timeout", "no response within the time limit"})
    void otherTextIsNoFault(String text) {
        assertThatThrownBy(() -> attempt(text, null)).hasMessageContaining("attempt_fault_check");
    }

    @Test
    void aDetailIsShortAndBelongsToAFault() {
        assertThat(attempt("reset", "x".repeat(Fault.DETAIL_LENGTH_MAX))).isOne();
        assertThatThrownBy(() -> attempt("reset", "x".repeat(Fault.DETAIL_LENGTH_MAX + 1)))
                .hasMessageContaining("attempt_fault_detail_check");
        assertThatThrownBy(() -> DB.execute("UPDATE attempt SET fault = NULL, status = 404"))
                .hasMessageContaining("detail_belongs_to_fault");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNATTEMPTED")
    void everyCauseCanBeStored(Cause.Kind kind) {
        assertThat(cause(kind.code())).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "404", "999"})
    void everyStatusIsACause(String status) {
        assertThat(cause(status)).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "99", "1000", "5xx", "unattempted", "tls_expired"})
    void otherTextIsNoCause(String text) {
        assertThatThrownBy(() -> cause(text)).hasMessageContaining("delivery_cause_check");
    }

    @ParameterizedTest
    @EnumSource
    void aDeadLetterIsWhatTheDomainSays(Reason reason) {
        assertThat(DB.rows("SELECT is_dead_letter(?)", reason.code()))
                .containsExactly(reason.isDeadLetter() ? "t" : "f");
        assertThat(DB.rows("SELECT is_open_dead_letter(?, NULL)", reason.code()))
                .containsExactly(reason.isDeadLetter() ? "t" : "f");
        assertThat(DB.rows("SELECT is_open_dead_letter(?, now())", reason.code()))
                .containsExactly("f");
    }

    @Test
    void theBuiltInAppsAreThoseOfTheDomain() {
        for (var app : List.of(Apps.DEFAULT, Apps.PLATFORM, new UUID(1, 1))) {
            assertThat(DB.rows("SELECT is_internal_app(?), is_default_app(?)", app, app))
                    .containsExactly(
                            (Apps.isInternal(app) ? "t" : "f")
                                    + " "
                                    + (app.equals(Apps.DEFAULT) ? "t" : "f"));
        }
    }

    /// The planner drops a condition that the predicate of the index implies, and shows none of the
    /// functions, because it has put their bodies in place of the calls.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mode = 'live' AND is_open_dead_letter(reason, dead_letter_resolved_at)",
                "endpoint_id = '00000000-0000-7000-8000-00000000000a'"
                        + " AND is_open_dead_letter(reason, dead_letter_resolved_at)",
                "app_id = '00000000-0000-7000-8000-00000000000a' AND mode = 'live'"
                        + " AND (mode = 'test' OR NOT is_default_app(app_id))",
            })
    void partialIndexesMatch(String condition) {
        var plan =
                DB.database()
                        .interactive()
                        .inTransaction(tx -> {
                            tx.execute("SET LOCAL enable_seqscan = off");
                            tx.execute("SET LOCAL enable_bitmapscan = off");
                            return tx.createQuery(
                                            "EXPLAIN SELECT id FROM delivery WHERE " + condition)
                                    .mapTo(String.class)
                                    .list();
                        });

        assertThat(String.join("\n", plan))
                .contains("Index")
                .doesNotContain("Seq Scan", "reason", "resolved_at", "<>", "is_default_app");
    }

    private int attempt(String fault, @Nullable String detail) {
        return DB.execute(
                """
                INSERT INTO attempt (
                    delivery_id, attempt, id, started_at, duration_ms, outcome, fault, fault_detail,
                    url, signature)
                VALUES (?, 1, ?, now(), 1, 'failed', ?, ?, '', '')
                """,
                fixtures.ids().next(),
                fixtures.ids().next(),
                fault,
                detail);
    }

    private int cause(String cause) {
        var id = fixtures.delivery().insert();
        return DB.execute("UPDATE delivery SET cause = ? WHERE id = ?", cause, id);
    }
}
