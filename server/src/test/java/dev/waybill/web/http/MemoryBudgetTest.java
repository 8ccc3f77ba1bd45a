package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryBudgetTest {

    private final MemoryBudget budget = new MemoryBudget(1_600);
    private final Client client = new Client("192.0.2.1", false);
    private final Client other = new Client("192.0.2.2", false);
    private final Client proxy = new Client("10.0.0.1", true);

    @ParameterizedTest
    @CsvSource({
        "64,       20",
        "256,      32",
        "512,      64",
        "1024,    128",
        "6144,    128",
    })
    void itFollowsTheHeap(long heapMegabytes, long megabytes) {
        assertThat(MemoryBudget.ofHeap(heapMegabytes << 20).max()).isEqualTo(megabytes << 20);
    }

    @Test
    void requestsWithAKeyMayHoldAllOfIt() {
        assertThat(budget.grant(1_600, Trust.IDENTIFIED, client)).isTrue();
        assertThat(budget.grant(1, Trust.IDENTIFIED, client)).isFalse();
        assertThat(budget.grant(1, Trust.ANONYMOUS, other)).isFalse();

        budget.giveBack(1_600, Trust.IDENTIFIED, client);
        assertThat(budget.grant(1_600, Trust.IDENTIFIED, client)).isTrue();
    }

    @Test
    void anonymousRequestsMayHoldAQuarter() {
        assertThat(budget.grant(400, Trust.ANONYMOUS, proxy)).isTrue();
        assertThat(budget.grant(1, Trust.ANONYMOUS, other)).isFalse();
        assertThat(budget.grant(1_200, Trust.IDENTIFIED, other)).isTrue();
    }

    @Test
    void oneClientMayHoldAQuarterOfThat() {
        assertThat(budget.grant(100, Trust.ANONYMOUS, client)).isTrue();
        assertThat(budget.grant(1, Trust.ANONYMOUS, client)).isFalse();
        assertThat(budget.grant(100, Trust.ANONYMOUS, other)).isTrue();
        assertThat(budget.held()).isEqualTo(200);

        budget.giveBack(100, Trust.ANONYMOUS, client);
        assertThat(budget.grant(100, Trust.ANONYMOUS, client)).isTrue();
    }

    @Test
    void aRefusedGrantTakesNothing() {
        assertThat(budget.grant(101, Trust.ANONYMOUS, client)).isFalse();
        assertThat(budget.grant(401, Trust.ANONYMOUS, proxy)).isFalse();
        assertThat(budget.grant(1_601, Trust.IDENTIFIED, client)).isFalse();

        assertThat(budget.held()).isZero();
        assertThat(budget.grant(100, Trust.ANONYMOUS, client)).isTrue();
    }

    @Test
    void aGrantThatIsRefusedHindersNoOther() throws Exception {
        int turns = 100_000;
        var greedy =
                new FutureTask<>(() ->
                        IntStream.range(0, turns)
                                .filter(_ -> budget.grant(1_600, Trust.IDENTIFIED, other))
                                .count());
        budget.grant(1, Trust.IDENTIFIED, client);
        var thread = Thread.ofPlatform().start(greedy);

        for (int i = 0; i < turns; i++) {
            assertThat(budget.grant(100, Trust.IDENTIFIED, client)).isTrue();
            budget.giveBack(100, Trust.IDENTIFIED, client);
        }

        thread.join();
        assertThat(greedy.get()).isZero();
    }

    @Test
    void aChargeGivesBackEverythingOnce() {
        var charge = new Charge(budget, client, Trust.ANONYMOUS);
        assertThat(charge.add(60)).isTrue();
        assertThat(charge.change(100)).isTrue();
        assertThat(charge.change(30)).isTrue();
        assertThat(budget.held()).isEqualTo(30);

        charge.release();
        charge.release();

        assertThat(budget.held()).isZero();
        assertThat(charge.add(1)).as("after the release").isFalse();
    }

    @Test
    void anIdentifiedRequestLeavesTheShareOfAnonymousOnes() {
        var charge = new Charge(budget, client, Trust.ANONYMOUS);
        charge.add(100);

        charge.identify();

        assertThat(charge.add(1_000)).isTrue();
        assertThat(budget.grant(100, Trust.ANONYMOUS, client)).isTrue();
        charge.release();
        assertThat(budget.held()).isEqualTo(100);
    }
}
