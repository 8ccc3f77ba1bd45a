package dev.waybill.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdKindTest {

    private static final UUID LARGEST = new UUID(-1, -1);

    @Test
    void anIdIsAPrefixAndTwentySixLettersAndDigits() {
        var id = UUID.fromString("01968a2e-7c00-7000-8000-000000000001");

        assertThat(IdKind.EVENT.format(id)).isEqualTo("evt_01jt52wz00e008000000000001");
        assertThat(IdKind.EVENT.format(new UUID(0, 0))).isEqualTo("evt_" + "0".repeat(26));
        assertThat(IdKind.EVENT.format(LARGEST)).isEqualTo("evt_7" + "z".repeat(25));
    }

    @ParameterizedTest
    @EnumSource
    void everyKindReadsWhatItWrote(IdKind kind) {
        assertThat(kind.parse(kind.format(LARGEST))).contains(LARGEST);
        assertThat(kind.format(LARGEST)).startsWith(kind.prefix()).doesNotContain(".");
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void anyUuidSurvivesTheRoundTrip(long seed) {
        var id = random(new SplittableRandom(seed));

        assertThat(IdKind.DELIVERY.parse(IdKind.DELIVERY.format(id))).contains(id);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void textsSortAsTheUuidsDo(long seed) {
        var random = new SplittableRandom(seed);
        var one = random(random);
        var other =
                switch (random.nextInt(3)) {
                    case 0 -> new UUID(one.getMostSignificantBits(), random.nextLong());
                    case 1 -> new UUID(random.nextLong(), one.getLeastSignificantBits());
                    default -> random(random);
                };

        int byText = IdKind.EVENT.format(one).compareTo(IdKind.EVENT.format(other));

        assertThat(Integer.signum(byText)).isEqualTo(unsignedOrder(one, other));
    }

    @Test
    void oneIdHasOneSpelling() {
        var text = IdKind.EVENT.format(LARGEST);

        assertThat(IdKind.EVENT.parse(text.toUpperCase(Locale.ROOT))).isEmpty();
        assertThat(IdKind.EVENT.parse("evt_7" + "Z".repeat(25))).isEmpty();
    }

    @Test
    void anotherKindsIdIsNotTaken() {
        assertThat(IdKind.EVENT.parse(IdKind.DELIVERY.format(LARGEST))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "evt_",
                "evt_0000000000000000000000000",
                "evt_000000000000000000000000000",
                "evt_8zzzzzzzzzzzzzzzzzzzzzzzzz",
                "evt_z0000000000000000000000000",
                "evt_0000000000000000000000000i",
                "evt_0000000000000000000000000l",
                "evt_0000000000000000000000000o",
                "evt_0000000000000000000000000u",
                "evt_0000000000000000000000000-",
                "evt_0000000000000000000000000é",
                "evt_ 0000000000000000000000000",
                "evt_/0000000000000000000000000",
            })
    void anythingElseIsNoId(String text) {
        assertThat(IdKind.EVENT.parse(text)).isEmpty();
    }

    private static UUID random(SplittableRandom random) {
        return new UUID(random.nextLong(), random.nextLong());
    }

    private static int unsignedOrder(UUID one, UUID other) {
        int high =
                Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        int low =
                Long.compareUnsigned(
                        one.getLeastSignificantBits(), other.getLeastSignificantBits());
        return Integer.signum(high != 0 ? high : low);
    }
}
