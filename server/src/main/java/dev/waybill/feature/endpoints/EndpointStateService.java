package dev.waybill.feature.endpoints;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.routing.EndpointStates;
import java.sql.SQLException;
import java.util.List;

/// Changes the states of endpoints at the request of a user or a key.
public final class EndpointStateService {

    private final EndpointStates states;

    public EndpointStateService(EndpointStates states) {
        this.states = states;
    }

    /// The result of a change.
    public sealed interface StateChanged {

        /// The endpoint is in the requested state, whether or not it was before.
        record Done(Endpoint endpoint) implements StateChanged {}

        record Invalid(List<Violation> violations) implements StateChanged {}

        /// The state of the endpoint does not allow the action.
        record NotPossible(String why) implements StateChanged {}

        /// Deliveries that waited when the endpoint was disabled are still being ended.
        record Busy() implements StateChanged {}

        record NotFound() implements StateChanged {}
    }

    /// Changes the state of an endpoint.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public StateChanged change(ChangeEndpointState command, Violations violations, Actor actor)
            throws SQLException {
        EndpointRules.checkStateReason(command.reason(), violations);
        if (!violations.isEmpty()) {
            return new StateChanged.Invalid(violations.all());
        }
        var reason = command.reason() == null ? EndpointStates.REQUESTED : command.reason();
        return switch (states.act(command.id(), command.action(), reason, actor)) {
            case EndpointStates.Result.Done(var endpoint, _) -> new StateChanged.Done(endpoint);
            case EndpointStates.Result.NotPossible(var why) -> new StateChanged.NotPossible(why);
            case EndpointStates.Result.Busy _ -> new StateChanged.Busy();
            case EndpointStates.Result.NoSuchEndpoint _ -> new StateChanged.NotFound();
        };
    }
}
