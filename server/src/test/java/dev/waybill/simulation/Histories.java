package dev.waybill.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/// Plays histories one after another in one database.
final class Histories implements AutoCloseable {

    private static final Logger LOG = (Logger) LoggerFactory.getLogger("dev.waybill");

    private final SimulatedDatabase database = new SimulatedDatabase();
    private final @Nullable Level level = LOG.getLevel();

    Histories() {
        // Every fault would be logged at length, thousands of times.
        LOG.setLevel(Level.OFF);
    }

    /// The result of one history.
    record Played(List<Violation> violations, List<String> steps) {}

    Played play(long seed, Mutation mutation) throws SQLException {
        database.reset(!Forgetting.isPlayedIn(seed));
        var world = new World(database, mutation, seed);
        try {
            return new Played(world.play(), world.lastSteps());
        } finally {
            world.leave();
        }
    }

    @Override
    public void close() {
        LOG.setLevel(level);
        database.close();
    }
}
