package dev.waybill.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.capture.CaptureResult.Repeated;
import dev.waybill.capture.CaptureResult.Unconfirmed;
import dev.waybill.capture.CaptureResult.Unstorable;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TicketTest {

    private final Ticket ticket = new Ticket(List.of(Draft.event().build(), Draft.event().build()));

    @Test
    void resultsComeInTheOrderOfThePublications() throws InterruptedException {
        var repeated = new Repeated(new UUID(0, 1));
        ticket.take();

        ticket.answer(1, repeated);
        ticket.answer(0, new Unstorable());

        assertThat(ticket.await(Duration.ZERO)).containsExactly(new Unstorable(), repeated);
    }

    @Test
    void whoeverGaveUpIsNotStoredAnyMore() throws InterruptedException {
        assertThat(ticket.await(Duration.ZERO))
                .containsExactly(new Unconfirmed(), new Unconfirmed());

        assertThat(ticket.take()).isFalse();
    }

    @Test
    void whatIsBeingStoredWhenTheTimeIsUpIsUnconfirmed() throws InterruptedException {
        assertThat(ticket.take()).isTrue();
        ticket.answer(0, new Unstorable());

        assertThat(ticket.await(Duration.ZERO))
                .containsExactly(new Unconfirmed(), new Unconfirmed());
    }

    @Test
    void aTicketIsTakenOnce() {
        assertThat(ticket.take()).isTrue();
        assertThat(ticket.take()).isFalse();
    }
}
