package dev.waybill.feature.users;

import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.feature.FeatureContext;

/// The parts of users and their sessions.
public record UsersFeature(
        Users users, Sessions sessions, Passwords passwords, UserService service) {

    public static UsersFeature of(
            FeatureContext context, Sessions sessions, AuditTrail<User> trail) {
        var database = context.database();
        var clock = context.clock();
        var users = new Users(database, sessions, trail, clock, context.ids());
        var passwords = new Passwords(database, sessions, trail, clock, context.random());
        return new UsersFeature(users, sessions, passwords, new UserService(users, passwords));
    }
}
