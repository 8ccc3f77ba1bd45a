package dev.waybill.web.http;

/// The memory that one request holds: its head and body, memory reserved for a large response, and
/// then the response until the client has read it. Guarded by `this`.
final class Charge {

    private final MemoryBudget budget;
    private final Client client;
    private Trust trust;
    private long held;
    private boolean released;

    Charge(MemoryBudget budget, Client client, Trust trust) {
        this.budget = budget;
        this.client = client;
        this.trust = trust;
    }

    synchronized Trust trust() {
        return trust;
    }

    /// Counts as memory of an authenticated caller.
    synchronized void identify() {
        if (trust == Trust.ANONYMOUS) {
            budget.identify(held, client);
            trust = Trust.IDENTIFIED;
        }
    }

    /// Takes more; false if not enough memory is left, or if everything was released.
    synchronized boolean add(long bytes) {
        if (released || !budget.grant(bytes, trust, client)) {
            return false;
        }
        held += bytes;
        return true;
    }

    /// Holds this much instead; false if not enough memory is left.
    synchronized boolean change(long bytes) {
        if (bytes > held) {
            return add(bytes - held);
        }
        budget.giveBack(held - bytes, trust, client);
        held = bytes;
        return true;
    }

    synchronized void release() {
        released = true;
        budget.giveBack(held, trust, client);
        held = 0;
    }
}
