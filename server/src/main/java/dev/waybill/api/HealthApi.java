package dev.waybill.api;

import dev.waybill.db.Database;
import dev.waybill.http.Problem;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import java.sql.SQLException;
import java.util.List;

/// `/health`: whether the process lives, and whether it can take traffic. Open to everyone.
public final class HealthApi {

    private static final int ANSWER_SECONDS_MAX = 2;

    private final Database database;

    public HealthApi(Database database) {
        this.database = database;
    }

    public List<Route> routes() {
        return List.of(
                Route.waiting("GET", "/health/live", _ -> Response.text(200, "alive\n")),
                Route.waiting("GET", "/health/ready", this::ready));
    }

    private Response ready(Request request) {
        try (var connection = database.engine()) {
            if (connection.isValid(ANSWER_SECONDS_MAX)) {
                return Response.text(200, "ready\n");
            }
        } catch (SQLException e) {
            // Told below.
        }
        throw Problem.unavailable("The database does not answer.");
    }
}
