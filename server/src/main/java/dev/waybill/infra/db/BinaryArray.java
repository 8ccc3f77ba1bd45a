package dev.waybill.infra.db;

import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgArray;

/// Arrays in PostgreSQL's binary format, for the two types that the driver would send as text:
/// writing and parsing that text was a considerable part of the cost of a delivery.
final class BinaryArray {

    private static final int HEADER_BYTES = 5 * Integer.BYTES;

    /// PostgreSQL counts microseconds from the year 2000.
    private static final long EPOCH_2000_SECONDS = 946_684_800L;

    private BinaryArray() {}

    static <T> Array uuids(Connection connection, List<T> rows, Function<T, @Nullable UUID> column)
            throws SQLException {
        var bytes = header(rows.size(), Oid.UUID, Long.BYTES * 2);
        for (var row : rows) {
            var id = column.apply(row);
            if (id == null) {
                bytes.putInt(-1);
            } else {
                bytes.putInt(Long.BYTES * 2);
                bytes.putLong(id.getMostSignificantBits());
                bytes.putLong(id.getLeastSignificantBits());
            }
        }
        return array(connection, Oid.UUID_ARRAY, bytes);
    }

    static <T> Array times(
            Connection connection, List<T> rows, Function<T, @Nullable Instant> column)
            throws SQLException {
        var bytes = header(rows.size(), Oid.TIMESTAMPTZ, Long.BYTES);
        for (var row : rows) {
            var time = column.apply(row);
            if (time == null) {
                bytes.putInt(-1);
            } else {
                bytes.putInt(Long.BYTES);
                bytes.putLong(micros(time));
            }
        }
        return array(connection, Oid.TIMESTAMPTZ_ARRAY, bytes);
    }

    private static long micros(Instant time) {
        return (time.getEpochSecond() - EPOCH_2000_SECONDS) * 1_000_000L + time.getNano() / 1_000;
    }

    /// One dimension, which may contain nulls, counted from 1.
    private static ByteBuffer header(int size, int elementOid, int elementBytes) {
        var bytes = ByteBuffer.allocate(HEADER_BYTES + size * (Integer.BYTES + elementBytes));
        bytes.putInt(size == 0 ? 0 : 1);
        bytes.putInt(1);
        bytes.putInt(elementOid);
        if (size > 0) {
            bytes.putInt(size);
            bytes.putInt(1);
        }
        return bytes;
    }

    private static Array array(Connection connection, int arrayOid, ByteBuffer bytes)
            throws SQLException {
        var written = new byte[bytes.position()];
        bytes.get(0, written);
        return new PgArray(connection.unwrap(BaseConnection.class), arrayOid, written);
    }
}
