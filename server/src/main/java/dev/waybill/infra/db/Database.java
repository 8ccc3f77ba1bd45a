package dev.waybill.infra.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.postgresql.ds.PGSimpleDataSource;

/// Two connection pools on one database. The connections of the engine serve capture, claim, settle
/// and background jobs; the interactive ones serve pages and lists, so that a slow page never takes
/// a connection from a delivery.
public final class Database implements AutoCloseable, Measured {

    /// The number of connections of each pool.
    ///
    /// @param engine for capture, settling, the claimer, and the other background jobs
    /// @param interactive for pages and lists
    public record Sizes(int engine, int interactive) {

        public static final Sizes DEFAULT = new Sizes(12, 10);
    }

    private static final String ENGINE_POOL = "waybill-engine";

    /// Short, because a publish must be answered with 503 within five seconds while the database is
    /// unreachable.
    private static final int CONNECT_SECONDS_MAX = 2;

    /// So that one of several hosts may hang without using up the time of the others.
    private static final int CONNECT_SECONDS_MAX_EACH = 1;

    /// How long the driver remembers whether a host is the primary.
    private static final int HOST_RECHECK_SECONDS = 2;

    /// Connections follow a change of the host's address within this time.
    private static final long LIFETIME_MAX_MILLIS = 300_000;

    /// No statement of the engine takes a fraction of this; a network that drops packets does.
    private static final int ENGINE_SOCKET_SECONDS_MAX = 10;

    private static final int INTERACTIVE_SOCKET_SECONDS_MAX = 30;

    /// Whole days are copied and dropped; but a network that drops packets must end even that.
    private static final int MAINTENANCE_SOCKET_SECONDS_MAX = 600;

    // The statements of the engine look up rows by key from arrays of a few hundred. Tables that
    // grow by thousands of rows a second always have stale statistics, and a plan made on an empty
    // partition would scan a full one, so the wrong plans are disabled. Generic plans, because
    // planning over the partitions costs more than running the statement. The time limits are for
    // the locks of a process that is dead or frozen: one that freezes within a transaction loses it
    // while the processes that wait for its locks can still answer their publishers.
    private static final String ENGINE_PLANS =
            """
            SET enable_seqscan = off;
            SET enable_hashjoin = off;
            SET enable_mergejoin = off;
            SET jit = off;
            SET plan_cache_mode = force_generic_plan;
            SET default_transaction_isolation = 'read committed';
            SET idle_in_transaction_session_timeout = '3s';
            SET statement_timeout = '10s'
            """;

    // Lists have optional filters: a plan for the given values omits the others. The time limit
    // is below that of the socket, so that an abandoned statement ends.
    private static final String INTERACTIVE_PLANS =
            """
            SET jit = off;
            SET plan_cache_mode = force_custom_plan;
            SET idle_in_transaction_session_timeout = '30s';
            SET statement_timeout = '25s'
            """;

    private final DataSource engine;
    private final Jdbi interactive;
    private final Jdbi maintenance;
    private final List<HikariDataSource> pools;
    private final int engineConnections;

    public Database(DatabaseUrl url) {
        this(url, Sizes.DEFAULT);
    }

    public Database(DatabaseUrl url, Sizes sizes) {
        this(
                engine(url, sizes.engine),
                interactive(url, sizes.interactive),
                source(url, MAINTENANCE_SOCKET_SECONDS_MAX));
    }

    private Database(
            HikariDataSource engine, HikariDataSource interactive, DataSource maintenance) {
        this(
                engine,
                interactive,
                maintenance,
                List.of(interactive, engine),
                engine.getMaximumPoolSize());
    }

    /// With data sources of the caller.
    public Database(DataSource engine, DataSource interactive) {
        this(engine, interactive, interactive, List.of(), Sizes.DEFAULT.engine);
    }

    private Database(
            DataSource engine,
            DataSource interactive,
            DataSource maintenance,
            List<HikariDataSource> pools,
            int engineConnections) {
        this.engine = engine;
        this.engineConnections = engineConnections;
        this.pools = pools;
        this.interactive = jdbi(interactive);
        this.maintenance = jdbi(maintenance);
    }

    private static Jdbi jdbi(DataSource source) {
        var jdbi =
                Jdbi.create(source)
                        .registerArrayType(String.class, "text")
                        .registerArrayType(UUID.class, "uuid");
        // Otherwise exceptions, and with them the log, contain the arguments of the statement.
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
        return jdbi;
    }

    /// A pooled connection of the engine, in auto-commit mode: one statement is one transaction.
    public Connection engine() throws SQLException {
        return engine.getConnection();
    }

    /// The maximum number of these connections.
    public int engineConnections() {
        return engineConnections;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        for (var pool : pools) {
            var state = pool.getHikariPoolMXBean();
            var name = pool.getPoolName().equals(ENGINE_POOL) ? "engine" : "interactive";
            metrics.add(StationMetrics.POOL_ACTIVE, state::getActiveConnections, name);
            metrics.add(StationMetrics.POOL_IDLE, state::getIdleConnections, name);
            metrics.add(StationMetrics.POOL_PENDING, state::getThreadsAwaitingConnection, name);
            metrics.add(StationMetrics.POOL_MAX, pool::getMaximumPoolSize, name);
        }
    }

    /// For everything that is not on the path of a delivery.
    public Jdbi interactive() {
        return interactive;
    }

    /// For rare and long operations. Each handle opens a separate connection, not from the pool.
    public Jdbi maintenance() {
        return maintenance;
    }

    @Override
    public void close() {
        pools.forEach(HikariDataSource::close);
    }

    /// A separate connection without a time limit, for migrations.
    public static PGSimpleDataSource unpooled(DatabaseUrl url) {
        return source(url, 0);
    }

    private static HikariDataSource engine(DatabaseUrl url, int connectionsMax) {
        var config = pool(ENGINE_POOL, source(url, ENGINE_SOCKET_SECONDS_MAX));
        config.setMaximumPoolSize(connectionsMax);
        config.setMinimumIdle(4);
        config.setConnectionInitSql(ENGINE_PLANS);
        return new HikariDataSource(config);
    }

    private static HikariDataSource interactive(DatabaseUrl url, int connectionsMax) {
        var config = pool("waybill-desk", source(url, INTERACTIVE_SOCKET_SECONDS_MAX));
        config.setMaximumPoolSize(connectionsMax);
        config.setMinimumIdle(1);
        config.setConnectionInitSql(INTERACTIVE_PLANS);
        return new HikariDataSource(config);
    }

    private static HikariConfig pool(String name, PGSimpleDataSource source) {
        var config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(source);
        config.setConnectionTimeout(CONNECT_SECONDS_MAX * 1_000L);
        config.setValidationTimeout(CONNECT_SECONDS_MAX * 1_000L);
        config.setMaxLifetime(LIFETIME_MAX_MILLIS);
        config.setExceptionOverride(new EvictReadOnly());
        // The database may still be starting, or unreachable: that is reported when a connection is
        // needed.
        config.setInitializationFailTimeout(-1);
        return config;
    }

    private static PGSimpleDataSource source(DatabaseUrl url, int socketSecondsMax) {
        var source = new PGSimpleDataSource();
        source.setURL(url.jdbcUrl());
        if (url.user() != null) {
            source.setUser(url.user());
        }
        if (url.password() != null) {
            source.setPassword(url.password());
        }
        source.setApplicationName("waybill");
        // Also with one host: its name may still lead to a server that is not the primary any more.
        source.setTargetServerType("primary");
        source.setHostRecheckSeconds(HOST_RECHECK_SECONDS);
        source.setConnectTimeout(
                url.hasSeveralHosts() ? CONNECT_SECONDS_MAX_EACH : CONNECT_SECONDS_MAX);
        source.setLoginTimeout(CONNECT_SECONDS_MAX);
        source.setSocketTimeout(socketSecondsMax);
        source.setTcpKeepAlive(true);
        // Details contain rows, and with them payloads, which must not reach the log.
        source.setLogServerErrorDetail(false);
        // Every statement is executed many times.
        source.setPrepareThreshold(1);
        return source;
    }
}
