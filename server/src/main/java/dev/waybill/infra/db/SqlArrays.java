package dev.waybill.infra.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Sets the parameters of a prepared statement in order, including arrays for `unnest`. Confined to
/// one statement.
public final class SqlArrays {

    private final Connection connection;
    private final PreparedStatement statement;
    private int index;

    public SqlArrays(PreparedStatement statement) throws SQLException {
        this.connection = statement.getConnection();
        this.statement = statement;
    }

    public SqlArrays number(long value) throws SQLException {
        statement.setLong(++index, value);
        return this;
    }

    public SqlArrays uuid(UUID value) throws SQLException {
        statement.setObject(++index, value);
        return this;
    }

    public SqlArrays text(String value) throws SQLException {
        statement.setString(++index, value);
        return this;
    }

    public SqlArrays time(Instant value) throws SQLException {
        statement.setTimestamp(++index, Timestamp.from(value));
        return this;
    }

    public <T> SqlArrays uuids(List<T> rows, Function<T, @Nullable UUID> column)
            throws SQLException {
        statement.setArray(++index, BinaryArray.uuids(connection, rows, column));
        return this;
    }

    public <T> SqlArrays times(List<T> rows, Function<T, @Nullable Instant> column)
            throws SQLException {
        statement.setArray(++index, BinaryArray.times(connection, rows, column));
        return this;
    }

    public <T> SqlArrays texts(List<T> rows, Function<T, @Nullable String> column)
            throws SQLException {
        return array("text", rows, column, new @Nullable String[rows.size()]);
    }

    public <T> SqlArrays integers(List<T> rows, Function<T, @Nullable Integer> column)
            throws SQLException {
        return array("int4", rows, column, new @Nullable Integer[rows.size()]);
    }

    public <T> SqlArrays longs(List<T> rows, Function<T, @Nullable Long> column)
            throws SQLException {
        return array("int8", rows, column, new @Nullable Long[rows.size()]);
    }

    public <T> SqlArrays booleans(List<T> rows, Function<T, @Nullable Boolean> column)
            throws SQLException {
        return array("bool", rows, column, new @Nullable Boolean[rows.size()]);
    }

    public <T> SqlArrays bytes(List<T> rows, Function<T, byte @Nullable []> column)
            throws SQLException {
        byte[] @Nullable [] values = new byte[rows.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(rows.get(i));
        }
        statement.setArray(++index, connection.createArrayOf("bytea", values));
        return this;
    }

    /// The element type must be that of the array, not Object: only then does the driver send it in
    /// binary.
    private <T, V> SqlArrays array(
            String type, List<T> rows, Function<T, @Nullable V> column, @Nullable V[] values)
            throws SQLException {
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(rows.get(i));
        }
        statement.setArray(++index, connection.createArrayOf(type, values));
        return this;
    }
}
