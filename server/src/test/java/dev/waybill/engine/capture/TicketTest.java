package dev.waybill.engine.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.capture.CaptureResult.Repeated;
import dev.waybill.engine.capture.CaptureResult.Unconfirmed;
import dev.waybill.engine.capture.CaptureResult.Unstorable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TicketTest {

    private final List<List<CaptureResult>> answers = new ArrayList<>();
    private final Ticket ticket =
            new Ticket(
                    List.of(Draft.event().build(), Draft.event().build()),
                    1_000,
                    (_, results) -> answers.add(results));

    @Test
    void resultsComeInTheOrderOfThePublications() {
        var repeated = new Repeated(new UUID(0, 1));
        ticket.take();

        ticket.answer(1, repeated);
        assertThat(answers).isEmpty();
        ticket.answer(0, new Unstorable());

        assertThat(answers).containsExactly(List.of(new Unstorable(), repeated));
    }

    @Test
    void whoeverGaveUpIsNotStoredAnyMore() {
        ticket.giveUp();

        assertThat(answers).containsExactly(List.of(new Unconfirmed(), new Unconfirmed()));
        assertThat(ticket.take()).isFalse();
    }

    @Test
    void whatIsBeingStoredWhenTheTimeIsUpIsUnconfirmed() {
        assertThat(ticket.take()).isTrue();
        ticket.answer(0, new Unstorable());

        ticket.giveUp();

        assertThat(answers).containsExactly(List.of(new Unconfirmed(), new Unconfirmed()));
    }

    @Test
    void isAnsweredOnce() {
        ticket.take();
        ticket.giveUp();

        ticket.answer(0, new Unstorable());
        ticket.answer(1, new Unstorable());

        assertThat(answers).hasSize(1);
        assertThat(ticket.answered()).isTrue();
    }

    @Test
    void keepsNoPayloadOnceItIsAnswered() {
        ticket.giveUp();

        assertThat(ticket.publications()).isEmpty();
        assertThat(ticket.size()).isEqualTo(2);
    }

    /// A failure after the commit answers a whole batch, including tickets that have their result
    /// already.
    @Test
    void theFirstResultOfAPublicationCounts() {
        ticket.take();
        ticket.answer(0, new Unstorable());

        ticket.answer(0, new Unconfirmed());
        assertThat(answers).isEmpty();
        ticket.answer(1, new Unconfirmed());

        assertThat(answers).containsExactly(List.of(new Unstorable(), new Unconfirmed()));
    }

    @Test
    void aListenerThatFailsHarmsNobodyElse() {
        var failing =
                new Ticket(
                        List.of(Draft.event().build()),
                        1_000,
                        (_, _) -> {
                            throw new IllegalStateException("a bug for the test");
                        });
        failing.take();

        failing.answer(0, new Unstorable());

        assertThat(failing.answered()).isTrue();
    }

    @Test
    void isOverdueFromItsTimeOn() {
        assertThat(ticket.overdue(999)).isFalse();
        assertThat(ticket.overdue(1_000)).isTrue();
    }

    @Test
    void aTicketIsTakenOnce() {
        assertThat(ticket.take()).isTrue();
        assertThat(ticket.take()).isFalse();
    }
}
