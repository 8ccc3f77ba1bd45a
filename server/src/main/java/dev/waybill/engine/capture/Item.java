package dev.waybill.engine.capture;

import java.util.UUID;

/// One publication in a batch, with the id that its event gets if it is captured.
record Item(Publication publication, UUID eventId, Ticket ticket, int index) {

    void answer(CaptureResult result) {
        ticket.answer(index, result);
    }
}
