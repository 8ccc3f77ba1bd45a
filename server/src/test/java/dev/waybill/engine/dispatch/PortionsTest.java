package dev.waybill.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.dispatch.ClaimStore.Room;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortionsTest {

    private static final int PLACES = 2_000;
    private static final int EACH = 128;
    private static final int MUCH = 256;

    @ParameterizedTest
    @CsvSource({
        "1,    128",
        "15,   128",
        "20,   100",
        "1000, 2",
        "2000, 1",
    })
    void equalsGetEqualPortions(int endpoints, int expected) {
        assertThat(share(rooms(endpoints, MUCH))).hasSize(endpoints).containsOnly(expected);
    }

    @Test
    void whatDoesNotDivideEvenlyGoesToTheFirst() {
        assertThat(share(rooms(1_999, MUCH))).startsWith(2, 1).endsWith(1);
        assertThat(share(rooms(3_000, MUCH))).startsWith(1).endsWith(0);
    }

    @Test
    void whatOneHasNoRoomForGoesRoundAmongTheOthers() {
        var rooms = new ArrayList<>(rooms(20, MUCH));
        rooms.set(0, 0);
        rooms.set(7, 40);

        var shares = share(rooms);

        assertThat(shares.get(0)).isZero();
        assertThat(shares.get(7)).isEqualTo(40);
        assertThat(shares.stream().mapToInt(Integer::intValue).sum()).isEqualTo(PLACES);
        assertThat(shares).filteredOn(share -> share > 100).hasSize(18);
    }

    @Test
    void nobodyAsksNothingIsTaken() {
        assertThat(share(List.of())).isEmpty();
    }

    @Test
    void noPlaceIsLeftWhileSomebodyHasRoom() {
        var random = new SplittableRandom(7);
        for (int run = 0; run < 500; run++) {
            var rooms =
                    IntStream.range(0, random.nextInt(200))
                            .mapToObj(_ -> random.nextInt(MUCH + 1))
                            .toList();

            var shares = share(rooms);

            int possible = rooms.stream().mapToInt(room -> Math.min(room, EACH)).sum();
            assertThat(shares.stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(Math.min(PLACES, possible));
            for (int i = 0; i < rooms.size(); i++) {
                assertThat(shares.get(i)).isBetween(0, Math.min(rooms.get(i), EACH));
            }
        }
    }

    private static List<Integer> rooms(int endpoints, int each) {
        return IntStream.range(0, endpoints).mapToObj(_ -> each).toList();
    }

    /// Divides among endpoints with this much room each; returns the portion of each.
    private static List<Integer> share(List<Integer> rooms) {
        var left = new HashMap<UUID, Integer>();
        var endpoints = new ArrayList<UUID>();
        for (int i = 0; i < rooms.size(); i++) {
            endpoints.add(new UUID(0, i));
            left.put(endpoints.getLast(), rooms.get(i));
        }
        return Portions.share(
                        endpoints,
                        PLACES,
                        EACH,
                        (endpoint, most) -> {
                            int got = Math.min(most, left.getOrDefault(endpoint, 0));
                            left.merge(endpoint, -got, Integer::sum);
                            return got;
                        })
                .stream()
                .map(Room::places)
                .toList();
    }
}
