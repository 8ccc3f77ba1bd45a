package dev.waybill.infra.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Sets the parameters of a prepared statement in order, including the columns of rows: arrays for
/// `unnest`, or plain values for a variant of a [RowStatement]. Confined to one statement.
public final class SqlArrays {

    private final Connection connection;
    private final PreparedStatement statement;

    /// Of each list whose values are plain; 0 for arrays.
    private final int rows;

    /// The columns of each list whose values are plain.
    private final Iterator<Integer> widths;

    private int index;

    /// Columns of the current list: all of them, and those that are set.
    private int width;

    private int columnsSet;

    public SqlArrays(PreparedStatement statement) throws SQLException {
        this(statement, 0, List.of());
    }

    private SqlArrays(PreparedStatement statement, int rows, List<Integer> widths)
            throws SQLException {
        this.connection = statement.getConnection();
        this.statement = statement;
        this.rows = rows;
        this.widths = widths.iterator();
    }

    /// For a variant of a [RowStatement].
    ///
    /// @param rows of each list
    /// @param widths the number of columns of each list
    static SqlArrays ofValues(PreparedStatement statement, int rows, List<Integer> widths)
            throws SQLException {
        return new SqlArrays(statement, rows, widths);
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
        if (plain()) {
            return values(rows, column, Types.OTHER);
        }
        statement.setArray(++index, BinaryArray.uuids(connection, rows, column));
        return this;
    }

    public <T> SqlArrays times(List<T> rows, Function<T, @Nullable Instant> column)
            throws SQLException {
        if (plain()) {
            Function<T, @Nullable Timestamp> timestamp = row -> timestamp(column.apply(row));
            return values(rows, timestamp, Types.TIMESTAMP_WITH_TIMEZONE);
        }
        statement.setArray(++index, BinaryArray.times(connection, rows, column));
        return this;
    }

    public <T> SqlArrays texts(List<T> rows, Function<T, @Nullable String> column)
            throws SQLException {
        return plain()
                ? values(rows, column, Types.VARCHAR)
                : array("text", rows, column, new @Nullable String[rows.size()]);
    }

    public <T> SqlArrays integers(List<T> rows, Function<T, @Nullable Integer> column)
            throws SQLException {
        return plain()
                ? values(rows, column, Types.INTEGER)
                : array("int4", rows, column, new @Nullable Integer[rows.size()]);
    }

    public <T> SqlArrays longs(List<T> rows, Function<T, @Nullable Long> column)
            throws SQLException {
        return plain()
                ? values(rows, column, Types.BIGINT)
                : array("int8", rows, column, new @Nullable Long[rows.size()]);
    }

    public <T> SqlArrays booleans(List<T> rows, Function<T, @Nullable Boolean> column)
            throws SQLException {
        return plain()
                ? values(rows, column, Types.BOOLEAN)
                : array("bool", rows, column, new @Nullable Boolean[rows.size()]);
    }

    public <T> SqlArrays bytes(List<T> rows, Function<T, byte @Nullable []> column)
            throws SQLException {
        if (plain()) {
            return values(rows, column, Types.BINARY);
        }
        byte[] @Nullable [] values = new byte[rows.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(rows.get(i));
        }
        statement.setArray(++index, connection.createArrayOf("bytea", values));
        return this;
    }

    private static @Nullable Timestamp timestamp(@Nullable Instant time) {
        return time == null ? null : Timestamp.from(time);
    }

    private boolean plain() {
        return rows > 0;
    }

    /// The statement has its parameters row by row, and gets them column by column.
    private <T> SqlArrays values(
            List<T> list, Function<T, ? extends @Nullable Object> column, int type)
            throws SQLException {
        if (list.size() != rows) {
            throw new IllegalArgumentException("%d rows, not %d".formatted(list.size(), rows));
        }
        if (columnsSet == 0) {
            width = widths.next();
        }
        columnsSet++;
        for (int row = 0; row < rows; row++) {
            set(index + row * width + columnsSet, column.apply(list.get(row)), type);
        }
        if (columnsSet == width) {
            index += rows * width;
            columnsSet = 0;
        }
        return this;
    }

    private void set(int at, @Nullable Object value, int type) throws SQLException {
        if (value == null) {
            statement.setNull(at, type);
        } else {
            statement.setObject(at, value);
        }
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
