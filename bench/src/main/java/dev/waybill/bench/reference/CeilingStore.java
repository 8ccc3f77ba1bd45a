package dev.waybill.bench.reference;

import dev.waybill.bench.reference.CeilingBatch.Row;
import dev.waybill.bench.wire.Payload;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The minimum that must be written for a batch of deliveries: no routing, no locks, no fence.
/// Every statement is prepared once. Confined to one thread.
final class CeilingStore implements AutoCloseable {

    private static final String INSERT_EVENTS =
            """
            INSERT INTO event (id, app_id, mode, type, data, created_at)
            SELECT id, ?, 'live', type, data, ?
              FROM unnest(?::uuid[], ?::text[], ?::bytea[]) AS e (id, type, data)
            """;

    private static final String INSERT_DELIVERIES =
            """
            INSERT INTO delivery (
                id, app_id, mode, event_id, event_type, endpoint_id, state, attempts, refusals,
                closing, retry_policy, give_up_at, lease, updated_at)
            SELECT id, ?, 'live', event_id, event_type, endpoint_id, 'in_flight', 0, 0,
                   false, 'live', ?, ?, ?
              FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::uuid[])
                AS d (id, event_id, event_type, endpoint_id)
            """;

    private static final String INSERT_LEASE =
            """
            INSERT INTO lease (token, process_id, delivery_ids, taken_at)
            VALUES (?, ?, ?::uuid[], ?)
            """;

    private static final String UPDATE_DELIVERIES =
            """
            UPDATE delivery
               SET state = 'delivered',
                   attempts = 1,
                   first_attempt_at = ?,
                   lease = NULL,
                   updated_at = ?
              FROM unnest(?::uuid[]) AS settled (id)
             WHERE delivery.id = settled.id
               AND delivery.lease = ?
            """;

    private static final String INSERT_ATTEMPTS =
            """
            INSERT INTO attempt (
                delivery_id, attempt, id, started_at, duration_ms, outcome, status,
                response_excerpt, url, signature)
            SELECT delivery_id, 1, id, ?, 1, 'succeeded', 200, excerpt, url, signature
              FROM unnest(?::uuid[], ?::uuid[], ?::bytea[], ?::text[], ?::text[])
                AS a (delivery_id, id, excerpt, url, signature)
            """;

    private static final String DELETE_LEASE =
            """
            DELETE FROM lease
             WHERE token = ?
            """;

    private static final UUID PROCESS = new UUID(0x7000L, 0x8000_0000_0000_0000L);

    private final Connection connection;
    private final PreparedStatement insertEvents;
    private final PreparedStatement insertDeliveries;
    private final PreparedStatement insertLease;
    private final PreparedStatement updateDeliveries;
    private final PreparedStatement insertAttempts;
    private final PreparedStatement deleteLease;
    private final List<byte[]> data = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    private final List<UUID> endpoints = new ArrayList<>();
    private final List<String> urls = new ArrayList<>();

    CeilingStore(Connection connection) throws SQLException {
        this.connection = connection;
        this.insertEvents = connection.prepareStatement(INSERT_EVENTS);
        this.insertDeliveries = connection.prepareStatement(INSERT_DELIVERIES);
        this.insertLease = connection.prepareStatement(INSERT_LEASE);
        this.updateDeliveries = connection.prepareStatement(UPDATE_DELIVERIES);
        this.insertAttempts = connection.prepareStatement(INSERT_ATTEMPTS);
        this.deleteLease = connection.prepareStatement(DELETE_LEASE);
        for (int endpoint = 0; endpoint < Payload.ENDPOINTS; endpoint++) {
            data.add(Payload.data(endpoint));
            types.add(Payload.eventType(endpoint));
            endpoints.add(new UUID(0x7000L, 0x8000_0000_0000_0000L | endpoint));
            urls.add("http://127.0.0.1:40000" + Payload.path(endpoint));
        }
    }

    void insertEvents(CeilingBatch batch) throws SQLException {
        new SqlArrays(insertEvents)
                .uuid(CeilingBatch.APP)
                .time(batch.now())
                .uuids(batch.rows(), Row::eventId)
                .texts(batch.rows(), row -> types.get(row.endpoint()))
                .bytes(batch.rows(), row -> data.get(row.endpoint()));
        insertEvents.executeUpdate();
    }

    void insertDeliveries(CeilingBatch batch) throws SQLException {
        new SqlArrays(insertDeliveries)
                .uuid(CeilingBatch.APP)
                .time(batch.giveUpAt())
                .uuid(batch.lease())
                .time(batch.now())
                .uuids(batch.rows(), Row::deliveryId)
                .uuids(batch.rows(), Row::eventId)
                .texts(batch.rows(), row -> types.get(row.endpoint()))
                .uuids(batch.rows(), row -> endpoints.get(row.endpoint()));
        insertDeliveries.executeUpdate();
    }

    void insertLease(CeilingBatch batch) throws SQLException {
        new SqlArrays(insertLease)
                .uuid(batch.lease())
                .uuid(PROCESS)
                .uuids(batch.rows(), Row::deliveryId)
                .time(batch.now());
        insertLease.executeUpdate();
    }

    void updateDeliveries(CeilingBatch batch) throws SQLException {
        new SqlArrays(updateDeliveries)
                .time(batch.now())
                .time(batch.now())
                .uuids(batch.rows(), Row::deliveryId)
                .uuid(batch.lease());
        updateDeliveries.executeUpdate();
    }

    void insertAttempts(CeilingBatch batch) throws SQLException {
        new SqlArrays(insertAttempts)
                .time(batch.now())
                .uuids(batch.rows(), Row::deliveryId)
                .uuids(batch.rows(), Row::attemptId)
                .bytes(batch.rows(), _ -> CeilingBatch.EXCERPT)
                .texts(batch.rows(), row -> urls.get(row.endpoint()))
                .texts(batch.rows(), _ -> CeilingBatch.SIGNATURE);
        insertAttempts.executeUpdate();
    }

    void deleteLease(CeilingBatch batch) throws SQLException {
        new SqlArrays(deleteLease).uuid(batch.lease());
        deleteLease.executeUpdate();
    }

    void commit() throws SQLException {
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
