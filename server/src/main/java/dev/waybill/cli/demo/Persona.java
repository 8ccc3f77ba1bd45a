package dev.waybill.cli.demo;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// How one of the demo's endpoints behaves. The last segment of an endpoint's URL says which it is.
enum Persona {
    HEALTHY {
        @Override
        Answer answer(long number, String body) {
            return Answer.of(200, "thank you");
        }
    },

    /// Too slow for whatever lives shorter than this.
    SLOW {
        @Override
        Answer answer(long number, String body) {
            return new Answer.Status(200, "done at last", SLOWNESS, null);
        }
    },

    FLAKY {
        @Override
        Answer answer(long number, String body) {
            int status = MOODS.get((int) (number % MOODS.size()));
            return Answer.of(status, status == 200 ? "thank you" : "the database is locked");
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
            return Answer.of(410, "we have moved out");
        }
    },

    RATE_LIMITED {
        @Override
        Answer answer(long number, String body) {
            return number % CALLS_UNTIL_FULL == CALLS_UNTIL_FULL - 1
                    ? new Answer.Status(429, "not so fast", Duration.ZERO, BREATHER)
                    : Answer.of(200, "thank you");
        }
    },

    /// Well, but for what it does not understand.
    POISON {
        @Override
        Answer answer(long number, String body) {
            return body.contains(INDIGESTIBLE)
                    ? Answer.of(422, "stop must be depot, road or door")
                    : Answer.of(200, "thank you");
        }
    };

    /// Longer than a rate is good for (`demo/stage.json`), shorter than an attempt may take.
    static final Duration SLOWNESS = Duration.ofSeconds(6);

    static final Duration BREATHER = Duration.ofSeconds(5);

    static final int CALLS_UNTIL_FULL = 5;

    /// So that nearly everything arrives in the end.
    static final List<Integer> MOODS = List.of(200, 503, 200, 200, 500);

    static final String INDIGESTIBLE = "\"stop\":\"" + Script.CUSTOMS + "\"";

    /// What it does about the request of this number, from 0, among those it got.
    abstract Answer answer(long number, String body);

    /// As it is written in a URL.
    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Persona> at(String path) {
        var word = path.substring(path.lastIndexOf('/') + 1);
        return Stream.of(values()).filter(persona -> persona.code().equals(word)).findFirst();
    }
}
