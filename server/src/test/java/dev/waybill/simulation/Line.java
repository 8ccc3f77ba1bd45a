package dev.waybill.simulation;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// A process's way to the database, on which everything can go wrong: no connection, a statement
/// that is not executed, one that is but whose answer is lost, and death before or after it.
/// Between two statements, where no transaction is open, others may come first.
final class Line {

    private static final String BROKEN = "08006";

    /// How often something else happens between two transactions of the upkeep.
    private static final double BETWEEN_STEPS = 0.4;

    private static final String DROP = "DROP TABLE forgotten_";

    private final World world;
    private final Node node;
    private Instant awayUntil = Instant.MIN;
    private boolean losesNextAnswer;
    private int statementsLeft = Integer.MAX_VALUE;
    private boolean diesAfter;

    Line(World world, Node node) {
        this.world = world;
        this.node = node;
    }

    DataSource dataSource() {
        return dataSource(false);
    }

    /// For jobs that run one transaction after another and hold no lock between them: others may
    /// come first before each.
    DataSource maintenance() {
        return dataSource(true);
    }

    private DataSource dataSource(boolean maintenance) {
        return (DataSource)
                Proxy.newProxyInstance(
                        Line.class.getClassLoader(),
                        new Class<?>[] {DataSource.class},
                        (_, method, _) -> {
                            if (method.getName().equals("getConnection")) {
                                return connect(maintenance);
                            }
                            throw new UnsupportedOperationException(method.getName());
                        });
    }

    void away(Duration length) {
        awayUntil = world.now().plus(length);
    }

    void loseNextAnswer() {
        losesNextAnswer = true;
    }

    /// The process dies at one of its next statements.
    void dieAt(int statement, boolean afterIt) {
        statementsLeft = statement;
        diesAfter = afterIt;
    }

    boolean isAway() {
        return world.now().isBefore(awayUntil);
    }

    void heal() {
        awayUntil = Instant.MIN;
        losesNextAnswer = false;
        statementsLeft = Integer.MAX_VALUE;
    }

    private Connection connect(boolean maintenance) throws SQLException {
        node.mustLive();
        if (isAway()) {
            throw new SQLException("the simulated database is away", "08001");
        }
        return new Wire(world.database().take(), maintenance).proxy;
    }

    private static @Nullable Object call(Method method, Object target, Object @Nullable [] args)
            throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    /// One connection.
    private final class Wire implements InvocationHandler {

        private final Connection inner;
        private final Connection proxy;
        private final boolean maintenance;
        private final int server = world.upheavals().server();
        private boolean broken;
        private boolean closed;

        Wire(Connection inner, boolean maintenance) {
            this.inner = inner;
            this.maintenance = maintenance;
            this.proxy =
                    (Connection)
                            Proxy.newProxyInstance(
                                    Line.class.getClassLoader(),
                                    new Class<?>[] {Connection.class},
                                    this);
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, Object @Nullable [] args)
                throws Throwable {
            return switch (method.getName()) {
                case "close" -> {
                    close();
                    yield null;
                }
                case "isClosed" -> closed;
                case "commit" -> execute("commit", () -> call(method, inner, args));
                case "rollback" -> {
                    inner.rollback();
                    yield null;
                }
                case "prepareStatement" -> {
                    mustHold();
                    yield statement(method, args == null ? new Object[0] : args.clone());
                }
                case "setAutoCommit" -> {
                    mustHold();
                    if (maintenance && inner.getAutoCommit()) {
                        letOthersComeFirst();
                    }
                    yield call(method, inner, args);
                }
                default -> {
                    mustHold();
                    yield call(method, inner, args);
                }
            };
        }

        private void letOthersComeFirst() throws SQLException {
            if (world.stage().playing()
                    && world.database().hasSpareConnections()
                    && (world.chance(BETWEEN_STEPS) || world.forgetting().isToChange())) {
                world.stage().rest(world.now());
                mustHold();
            }
        }

        private void close() throws SQLException {
            if (!closed) {
                closed = true;
                world.database().giveBack(inner);
            }
        }

        private void mustHold() throws SQLException {
            if (broken || server != world.upheavals().server()) {
                throw new SQLException("the simulated connection is broken", BROKEN);
            }
        }

        private void breakOff() throws SQLException {
            broken = true;
            if (!inner.getAutoCommit()) {
                inner.rollback();
            }
        }

        private Object statement(Method method, Object[] args) throws Throwable {
            var sql = world.mutation().of((String) args[0]);
            args[0] = sql;
            var statement = (PreparedStatement) requireNonNull(call(method, inner, args));
            return Proxy.newProxyInstance(
                    Line.class.getClassLoader(),
                    new Class<?>[] {PreparedStatement.class},
                    (_, called, with) ->
                            called.getName().startsWith("execute")
                                    ? execute(sql, () -> call(called, statement, with))
                                    : call(called, statement, with));
        }

        private @Nullable Object execute(String sql, Call call) throws Throwable {
            mustHold();
            boolean commits = sql.equals("commit");
            boolean alone = inner.getAutoCommit();
            if (alone && mayRest(sql) && world.chance(world.restlessness())) {
                world.stage().rest(world.now());
                mustHold();
            }
            node.mustLive();
            if (isAway()) {
                breakOff();
                throw new SQLException("the simulated database has gone away", BROKEN);
            }
            boolean dies = statementsLeft-- <= 1;
            if (dies && !diesAfter) {
                breakOff();
                node.die();
                throw new Crash();
            }
            if (sql.contains("clock_timestamp")) {
                world.database().setClock(world.databaseTime());
            }
            if (sql.startsWith(DROP)) {
                world.database().keepImages(inner, sql.substring("DROP TABLE ".length()));
            }
            var answer = call.call();
            if (dies) {
                breakOff();
                node.die();
                throw new Crash();
            }
            if (losesNextAnswer && (commits || (alone && isWorthLosing(sql)))) {
                losesNextAnswer = false;
                world.note(node, "answer lost: " + firstLine(sql));
                breakOff();
                throw new SQLException("the simulated answer was lost", BROKEN);
            }
            return answer;
        }

        /// An activity does not rest with a lock that others wait for: those of the routes and of
        /// the ownership are held over a statement. Nor while it asks for the time, because a
        /// process's clock is wrong by half of the duration, and we compare with the true one.
        private boolean mayRest(String sql) {
            return world.stage().playing()
                    && world.database().hasSpareConnections()
                    && !node.holdsLock()
                    && !sql.contains("endpoint_owner")
                    && !sql.contains("clock_timestamp");
        }
    }

    /// Mostly of statements that change deliveries; a lost answer of most others has no effect.
    private boolean isWorthLosing(String sql) {
        return sql.contains("INTO delivery")
                || sql.contains("UPDATE delivery")
                || world.chance(0.05);
    }

    private interface Call {
        @Nullable Object call() throws Throwable;
    }

    private static String firstLine(String sql) {
        return sql.strip().lines().findFirst().orElse("").toLowerCase(Locale.ROOT);
    }
}
