package dev.waybill.infra.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolerTest {

    private static final TestDatabase DB = TestDatabase.create();

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void connectionsOfOurOwnAreSessions() {
        assertThatCode(() -> DatabaseStart.requireSessions(DB.url())).doesNotThrowAnyException();
    }

    /// Those that hand out the server used last, and those that take turns.
    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "5, false", "2, true", "3, true"})
    void aPoolerInTransactionModeIsRefused(int servers, boolean inTurn) throws SQLException {
        try (var pooler = new Pooler(servers, inTurn)) {
            assertThatThrownBy(() -> DatabaseStart.requireSessions(pooler.source()))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("session mode");
        }
    }

    /// Lends connections of the server for a transaction each.
    private static final class Pooler implements AutoCloseable {

        private final Deque<Connection> idle = new ArrayDeque<>();
        private final boolean inTurn;
        private final int servers;

        Pooler(int servers, boolean inTurn) throws SQLException {
            this.inTurn = inTurn;
            this.servers = servers;
            for (int i = 0; i < servers; i++) {
                idle.add(Database.unpooled(DB.url()).getConnection());
            }
        }

        DataSource source() {
            return as(DataSource.class, (_, _) -> new Client().connection());
        }

        @Override
        public void close() throws SQLException {
            assertThat(idle).as("all are given back").hasSize(servers);
            for (var connection : idle) {
                connection.close();
            }
        }

        private interface Answer {
            @Nullable Object to(Method method, Object @Nullable [] arguments) throws Exception;
        }

        private static <T> T as(Class<T> type, Answer answer) {
            var proxy =
                    Proxy.newProxyInstance(
                            type.getClassLoader(),
                            new Class<?>[] {type},
                            (_, method, arguments) -> answer.to(method, arguments));
            return type.cast(proxy);
        }

        private final class Client {

            private @Nullable Connection held;

            Connection connection() {
                return as(Connection.class, this::call);
            }

            private @Nullable Object call(Method method, Object @Nullable [] arguments)
                    throws Exception {
                if (method.getName().equals("close")) {
                    return null;
                }
                var server = held == null ? idle.removeFirst() : held;
                Object result;
                try {
                    result = method.invoke(server, arguments);
                } catch (InvocationTargetException e) {
                    throw new IllegalStateException(e);
                }
                held = server.getAutoCommit() ? null : server;
                if (held == null && inTurn) {
                    idle.addLast(server);
                } else if (held == null) {
                    idle.addFirst(server);
                }
                return result;
            }
        }
    }
}
