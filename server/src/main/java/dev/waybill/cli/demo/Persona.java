package dev.waybill.cli.demo;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The behaviour of one of the demo's endpoints. The last segment of its URL names it.
enum Persona {
    HEALTHY {
        @Override
        Answer answer(long number, String body) {
            return Answer.of(200, "ok");
        }
    },

    /// Too slow for events that expire sooner.
    SLOW {
        @Override
        Answer answer(long number, String body) {
            return new Answer.Status(200, "ok", SLOWNESS, null);
        }
    },

    FLAKY {
        @Override
        Answer answer(long number, String body) {
            int status = MOODS.get((int) (number % MOODS.size()));
            return Answer.of(status, status == 200 ? "ok" : "the database is locked");
        }
    },

    DOWN {
        @Override
        Answer answer(long number, String body) {
            return new Answer.HangUp();
        }
    },

    GONE {
        @Override
        Answer answer(long number, String body) {
            return Answer.of(410, "this endpoint is gone");
        }
    },

    RATE_LIMITED {
        @Override
        Answer answer(long number, String body) {
            return number % CALLS_UNTIL_FULL == CALLS_UNTIL_FULL - 1
                    ? new Answer.Status(429, "too many requests", Duration.ZERO, BREATHER)
                    : Answer.of(200, "ok");
        }
    },

    /// Healthy, except for events that it does not understand.
    POISON {
        @Override
        Answer answer(long number, String body) {
            return body.contains(INDIGESTIBLE)
                    ? Answer.of(422, "stop must be depot, road or door")
                    : Answer.of(200, "ok");
        }
    };

    /// Longer than the expiry of a rate (`demo/stage.json`), shorter than an attempt may take.
    static final Duration SLOWNESS = Duration.ofSeconds(6);

    static final Duration BREATHER = Duration.ofSeconds(5);

    static final int CALLS_UNTIL_FULL = 5;

    /// So that nearly all deliveries succeed in the end.
    static final List<Integer> MOODS = List.of(200, 503, 200, 200, 500);

    static final String INDIGESTIBLE = "\"stop\":\"" + Script.CUSTOMS + "\"";

    /// The response to the request of this number, from 0.
    abstract Answer answer(long number, String body);

    /// The name in a URL.
    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Persona> at(String path) {
        var name = path.substring(path.lastIndexOf('/') + 1);
        return Stream.of(values()).filter(persona -> persona.code().equals(name)).findFirst();
    }
}
