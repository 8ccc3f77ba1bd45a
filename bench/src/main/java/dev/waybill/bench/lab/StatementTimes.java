package dev.waybill.bench.lab;

/// The time that statements took, in milliseconds.
///
/// @param planned by the planner
/// @param executed after planning, without reading the request, binding values and committing
public record StatementTimes(double planned, double executed) {

    public StatementTimes minus(StatementTimes other) {
        return new StatementTimes(planned - other.planned, executed - other.executed);
    }
}
