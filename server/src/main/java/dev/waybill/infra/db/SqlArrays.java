package dev.waybill.infra.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Sets the parameters of a prepared statement in order, including the columns of rows: arrays for
/// `unnest`, or plain values for a statement that [OneRow] made. Confined to one statement.
public final class SqlArrays {

    private final Connection connection;
    private final PreparedStatement statement;
    private final boolean oneRow;
    private int index;

    public SqlArrays(PreparedStatement statement) throws SQLException {
        this(statement, false);
    }

    private SqlArrays(PreparedStatement statement, boolean oneRow) throws SQLException {
        this.connection = statement.getConnection();
        this.statement = statement;
        this.oneRow = oneRow;
    }

    /// For a statement that [OneRow] made: every list of rows has exactly one.
    public static SqlArrays ofOneRow(PreparedStatement statement) throws SQLException {
        return new SqlArrays(statement, true);
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

    /// An array, for any number of rows.
    public SqlArrays uuidArray(List<UUID> values) throws SQLException {
        statement.setArray(++index, BinaryArray.uuids(connection, values, value -> value));
        return this;
    }

    /// An array, for any number of rows.
    public SqlArrays longArray(List<Long> values) throws SQLException {
        var array = connection.createArrayOf("int8", values.toArray(Long[]::new));
        statement.setArray(++index, array);
        return this;
    }

    public <T> SqlArrays uuids(List<T> rows, Function<T, @Nullable UUID> column)
            throws SQLException {
        if (oneRow) {
            return value(column.apply(rows.getFirst()), Types.OTHER);
        }
        statement.setArray(++index, BinaryArray.uuids(connection, rows, column));
        return this;
    }

    public <T> SqlArrays times(List<T> rows, Function<T, @Nullable Instant> column)
            throws SQLException {
        if (oneRow) {
            var time = column.apply(rows.getFirst());
            return value(time == null ? null : Timestamp.from(time), Types.TIMESTAMP_WITH_TIMEZONE);
        }
        statement.setArray(++index, BinaryArray.times(connection, rows, column));
        return this;
    }

    public <T> SqlArrays texts(List<T> rows, Function<T, @Nullable String> column)
            throws SQLException {
        return oneRow
                ? value(column.apply(rows.getFirst()), Types.VARCHAR)
                : array("text", rows, column, new @Nullable String[rows.size()]);
    }

    public <T> SqlArrays integers(List<T> rows, Function<T, @Nullable Integer> column)
            throws SQLException {
        return oneRow
                ? value(column.apply(rows.getFirst()), Types.INTEGER)
                : array("int4", rows, column, new @Nullable Integer[rows.size()]);
    }

    public <T> SqlArrays longs(List<T> rows, Function<T, @Nullable Long> column)
            throws SQLException {
        return oneRow
                ? value(column.apply(rows.getFirst()), Types.BIGINT)
                : array("int8", rows, column, new @Nullable Long[rows.size()]);
    }

    public <T> SqlArrays booleans(List<T> rows, Function<T, @Nullable Boolean> column)
            throws SQLException {
        return oneRow
                ? value(column.apply(rows.getFirst()), Types.BOOLEAN)
                : array("bool", rows, column, new @Nullable Boolean[rows.size()]);
    }

    public <T> SqlArrays bytes(List<T> rows, Function<T, byte @Nullable []> column)
            throws SQLException {
        if (oneRow) {
            return value(column.apply(rows.getFirst()), Types.BINARY);
        }
        byte[] @Nullable [] values = new byte[rows.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(rows.get(i));
        }
        statement.setArray(++index, connection.createArrayOf("bytea", values));
        return this;
    }

    private SqlArrays value(@Nullable Object value, int type) throws SQLException {
        if (value == null) {
            statement.setNull(++index, type);
        } else {
            statement.setObject(++index, value);
        }
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
