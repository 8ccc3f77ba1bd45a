package dev.waybill.engine.capture;

/// Whether it is worth waiting for more items, judged by what the last waits brought. A client that
/// sends its next item only after the answer to the last one sends none during a wait: each would
/// only make it slower.
///
/// After waits that brought nothing, more and more batches are taken without one. A wait that
/// brings an item makes the next batch wait again.
final class WaitingPays {

    /// Between two tries. A lone client is then slower by few percent, and a stream that begins is
    /// noticed within a fraction of a second.
    private static final int BATCHES_WITHOUT_MAX = 63;

    private int withoutWaiting;
    private int left;

    /// To be called once for each batch.
    boolean forThisBatch() {
        if (left == 0) {
            return true;
        }
        left--;
        return false;
    }

    void waited(boolean broughtMore) {
        withoutWaiting = broughtMore ? 0 : Math.min(2 * withoutWaiting + 1, BATCHES_WITHOUT_MAX);
        left = withoutWaiting;
    }
}
