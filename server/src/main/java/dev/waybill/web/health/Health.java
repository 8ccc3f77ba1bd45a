package dev.waybill.web.health;

import dev.waybill.infra.health.Condition;
import java.util.List;

/// Conditions that must all hold.
public final class Health {

    /// One that does not.
    public record Reason(String name, String detail) {}

    private final List<Condition> conditions;

    public Health(List<Condition> conditions) {
        this.conditions = List.copyOf(conditions);
    }

    /// Why not; empty if all conditions hold.
    public List<Reason> reasons() {
        return conditions.stream()
                .flatMap(condition ->
                        condition.problem().get().stream()
                                .map(detail -> new Reason(condition.name(), detail)))
                .toList();
    }
}
