package dev.waybill.simulation;

import java.time.Duration;

/// The faults of a history.
enum Fault {
    /// Between two steps.
    CRASH {
        @Override
        void strike(World world, Node node) {
            node.die();
        }
    },
    /// At one of the next statements, before or after it takes effect.
    CRASH_AT_A_STATEMENT {
        @Override
        void strike(World world, Node node) {
            node.line().dieAt(world.dice().nextInt(1, 8), world.dice().nextBoolean());
        }
    },
    /// Perhaps for longer than its lease; then it goes on as if nothing had been.
    STANDS_STILL {
        @Override
        void strike(World world, Node node) {
            node.standStill(Duration.ofSeconds(world.dice().nextInt(1, 150)));
        }
    },
    /// A statement or commit takes effect, and its caller sees a broken connection.
    LOST_ANSWER {
        @Override
        void strike(World world, Node node) {
            node.line().loseNextAnswer();
        }
    },
    /// It can open no sockets, while other processes can.
    CUT_OFF {
        @Override
        void strike(World world, Node node) {
            node.cutOff(Duration.ofSeconds(world.dice().nextInt(1, 600)));
        }
    },
    DATABASE_AWAY {
        @Override
        void strike(World world, Node node) {
            node.line().away(Duration.ofSeconds(world.dice().nextInt(1, 90)));
        }
    },
    /// A standby that lags behind is promoted: the last transactions are lost.
    DATABASE_GOES_BACK {
        @Override
        void strike(World world, Node node) {
            world.upheavals().fallBehind();
        }
    },
    DATABASE_CLOCK_IS_SET {
        @Override
        void strike(World world, Node node) {
            int seconds = world.dice().nextInt(1, world.dice().nextInt(4) == 0 ? 70_000 : 5_000);
            boolean forward = world.dice().nextBoolean();
            world.upheavals().setClock(Duration.ofSeconds(forward ? seconds : -seconds));
        }
    };

    abstract void strike(World world, Node node);
}
