package dev.waybill.simulation;

import java.time.Duration;
import java.time.Instant;

/// Events of the database itself, for all processes at once: a standby that lags behind is
/// promoted, so that the last transactions are lost, and its clock is set.
final class Upheavals {

    /// After a promotion every process uses the new primary within this time.
    static final Duration NOTICED_WITHIN = Duration.ofSeconds(2);

    /// After the clock was set a process that stands still or is cut off may go by the old one for
    /// as long as it may believe to be alive.
    static final Duration CLOCK_NOTICED_WITHIN = Duration.ofSeconds(60);

    /// Partitions exist from a day before the simulation begins.
    private static final Duration BEHIND_MAX = Duration.ofHours(12);

    /// More changes than this are rarely lost.
    private static final int CHANGES_MAX = 4;

    private final World world;
    private Duration clockIsAhead = Duration.ZERO;
    private Instant lostAt = Instant.MIN;
    private Instant clockSetAt = Instant.MIN;
    private boolean nodeWasCutOff;
    private boolean holdOffsGrew;
    private int stepsUntilPromotion;
    private int server;

    Upheavals(World world) {
        this.world = world;
    }

    /// Which server is the primary: connections to another one are broken.
    int server() {
        return server;
    }

    Duration clockIsAhead() {
        return clockIsAhead;
    }

    /// When transactions were last lost.
    Instant lostAt() {
        return lostAt;
    }

    /// Whether so little time has passed since transactions were lost that a process need not know.
    boolean justLost() {
        return world.now().isBefore(lostAt.plus(NOTICED_WITHIN));
    }

    /// Whether a process may still go by the time before the clock was set.
    boolean clockJustSet() {
        return world.now().isBefore(clockSetAt.plus(CLOCK_NOTICED_WITHIN));
    }

    /// Whether an activity that began then may have been cut off: its record or its lease was lost,
    /// or its lease counted as ended.
    boolean cutOff(Instant began) {
        return began.isBefore(lostAt.plus(NOTICED_WITHIN))
                || began.isBefore(clockSetAt.plus(CLOCK_NOTICED_WITHIN));
    }

    void nodeIsCutOff() {
        nodeWasCutOff = true;
    }

    /// Whether the clock was set back after a process had been cut off. Until when the process
    /// leaves an endpoint alone is a time of that clock.
    boolean holdOffsGrew() {
        return holdOffsGrew;
    }

    /// From now on the standby gets nothing any more.
    void fallBehind() {
        if (stepsUntilPromotion == 0) {
            world.database().copy();
            world.producer().remember();
            stepsUntilPromotion = world.dice().nextInt(1, 40);
            if (world.dice().nextBoolean()) {
                // A change of the routing is among what will be lost.
                world.customers().changeRouting();
            }
        }
    }

    /// One more step of the history.
    void step() {
        if (stepsUntilPromotion > 0 && --stepsUntilPromotion == 0) {
            promote();
        }
    }

    private void promote() {
        world.note(null, "the standby is promoted");
        long versionBefore = routingVersion();
        world.database().goBack();
        world.producer().forgetSinceRemembered();
        lostAt = world.now();
        server++;
        world.database().setTimeline(1 + server);
        if (world.dice().nextInt(4) > 0) {
            bringBackTheNumber(versionBefore);
        }
    }

    /// Other changes of the routing get the numbers of those that were lost, before any process
    /// looks: a process that compares only the number would consider them known.
    private void bringBackTheNumber(long lost) {
        for (int i = 0; i < CHANGES_MAX && routingVersion() < lost; i++) {
            world.customers().changeRouting();
        }
    }

    private long routingVersion() {
        return world.database().books().number("SELECT version FROM routing");
    }

    /// The primary outlives the history.
    void end() {
        stepsUntilPromotion = 0;
    }

    void setClock(Duration by) {
        var next = clockIsAhead.plus(by);
        clockIsAhead = next.compareTo(BEHIND_MAX.negated()) < 0 ? BEHIND_MAX.negated() : next;
        clockSetAt = world.now();
        holdOffsGrew |= nodeWasCutOff && by.isNegative();
        world.note(null, "the database's clock is ahead by " + clockIsAhead);
    }
}
