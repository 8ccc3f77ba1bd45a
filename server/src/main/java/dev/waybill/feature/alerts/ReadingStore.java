package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.Group;
import dev.waybill.domain.alert.Reading;
import dev.waybill.domain.alert.Stall;
import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.json.JsonMapper;

/// Reads and writes the readings.
final class ReadingStore {

    private static final JsonMapper JSON = new JsonMapper();

    private static final String PUT =
            """
            INSERT INTO alert_reading (
                at, dead_letters, endpoints, failing_since, failing_endpoints, failing_hosts,
                failing_on_hosts, oldest_due_seconds, stalls, attempts)
            VALUES (:at, :dead_letters, :endpoints, CAST(:failing_since AS timestamptz),
                    :failing_endpoints, :failing_hosts, CAST(:failing_on_hosts AS jsonb),
                    CAST(:oldest_due_seconds AS bigint), :stalls, :attempts)
                ON CONFLICT DO NOTHING
            """;

    /// Writes a reading.
    ///
    /// @param attempts so far in the span of its time
    void put(Handle tx, Reading reading, long attempts) {
        var failing = reading.failing();
        var due = reading.oldestDue();
        tx.createUpdate(PUT)
                .bind("at", reading.at())
                .bind("dead_letters", reading.deadLetters())
                .bind("endpoints", reading.endpoints())
                .bindByType("failing_since", failing.since(), Instant.class)
                .bind("failing_endpoints", failing.endpoints())
                .bind("failing_hosts", failing.hosts())
                .bind("failing_on_hosts", json(reading.onHosts()))
                .bindByType("oldest_due_seconds", due == null ? null : due.toSeconds(), Long.class)
                .bind("stalls", reading.stalls().stream().map(Stall::code).toArray(String[]::new))
                .bind("attempts", attempts)
                .execute();
    }

    private static String json(List<Group.OnHost> onHosts) {
        var json = JSON.createArrayNode();
        for (var group : onHosts) {
            json.addObject()
                    .put("host", group.host())
                    .put("since", group.since().toString())
                    .put("endpoints", group.endpoints());
        }
        return json.toString();
    }

    private static List<Group.OnHost> onHosts(String json) {
        var groups = new ArrayList<Group.OnHost>();
        for (var group : JSON.readTree(json)) {
            groups.add(
                    new Group.OnHost(
                            group.get("host").stringValue(),
                            Instant.parse(group.get("since").stringValue()),
                            group.get("endpoints").intValue()));
        }
        return groups;
    }

    private static final String SINCE =
            """
            SELECT at, dead_letters, endpoints, failing_since, failing_endpoints, failing_hosts,
                   failing_on_hosts, oldest_due_seconds, stalls
              FROM alert_reading
             WHERE at >= :from
             ORDER BY at
            """;

    /// In the order of time.
    List<Reading> since(Handle handle, Instant from) {
        return handle.createQuery(SINCE).bind("from", from).map((row, _) -> read(row)).list();
    }

    private static Reading read(ResultSet row) throws SQLException {
        long due = row.getLong("oldest_due_seconds");
        boolean none = row.wasNull();
        var stalls = (String[]) row.getArray("stalls").getArray();
        return new Reading(
                row.getTimestamp("at").toInstant(),
                row.getLong("dead_letters"),
                row.getInt("endpoints"),
                new Group(
                        EventRow.instant(row, "failing_since"),
                        row.getInt("failing_endpoints"),
                        row.getInt("failing_hosts")),
                onHosts(row.getString("failing_on_hosts")),
                none ? null : Duration.ofSeconds(due),
                Arrays.stream(stalls)
                        .flatMap(code -> Stall.of(code).stream())
                        .collect(Collectors.toSet()));
    }

    private static final String FIRST_AT =
            """
            SELECT at
              FROM alert_reading
             ORDER BY at
             LIMIT 1
            """;

    /// The time of the oldest reading.
    Optional<Instant> firstAt(Handle handle) {
        return handle.createQuery(FIRST_AT).mapTo(Instant.class).findOne();
    }

    /// The attempts of the span that contains a time, as they were counted then.
    record Counted(Instant at, long attempts) {}

    private static final String LAST_COUNTED =
            """
            SELECT at, attempts
              FROM alert_reading
             ORDER BY at DESC
             LIMIT 1
            """;

    /// The count of the last reading.
    Optional<Counted> lastCounted(Handle handle) {
        return handle.createQuery(LAST_COUNTED)
                .map((row, _) ->
                        new Counted(row.getTimestamp("at").toInstant(), row.getLong("attempts")))
                .findOne();
    }

    private static final String FORGET =
            """
            DELETE FROM alert_reading
             WHERE at < :before
            """;

    int forget(Handle tx, Instant before) {
        return tx.createUpdate(FORGET).bind("before", before).execute();
    }

    private static final String FORGET_AFTER =
            """
            DELETE FROM alert_reading
             WHERE at > :now
            """;

    /// Deletes what a clock that was ahead has left in the future.
    void forgetAfter(Handle tx, Instant now) {
        tx.createUpdate(FORGET_AFTER).bind("now", now).execute();
    }
}
