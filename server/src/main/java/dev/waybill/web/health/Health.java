package dev.waybill.web.health;

import dev.waybill.infra.health.Condition;
import java.util.List;

/// Conditions that must all hold.
public final class Health {

    /// A condition that does not hold.
    public record Reason(String name, String detail) {}

    private final List<Condition> conditions;

    public Health(List<Condition> conditions) {
        this.conditions = List.copyOf(conditions);
    }

    /// The reason why it is not ready; empty if all conditions hold.
    public List<Reason> reasons() {
        return conditions.stream()
                .flatMap(condition ->
                        condition.problem().get().stream()
                                .map(detail -> new Reason(condition.name(), detail)))
                .toList();
    }
}
