package dev.waybill.web.http;

/// What one request holds of the shared memory until it is answered: its body, and what its answer
/// takes if that may be large. Guarded by `this`.
final class Charge {

    private final MemoryBudget budget;
    private long held;
    private boolean released;

    /// @param held granted already
    Charge(MemoryBudget budget, long held) {
        this.budget = budget;
        this.held = held;
    }

    /// False if there is not so much left, or the request has been answered.
    synchronized boolean add(long bytes) {
        if (released || !budget.grant(bytes)) {
            return false;
        }
        held += bytes;
        return true;
    }

    synchronized void release() {
        released = true;
        budget.giveBack(held);
        held = 0;
    }
}
