package dev.waybill.feature.retention.forget;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Writes deliveries to the archive before they are removed. If it throws, nothing is removed.
public interface ArchiveStep {

    /// Which deliveries have to be archived before they are removed.
    enum Scope {
        /// None. Open dead letters are kept, however old.
        NONE,
        /// Open dead letters whose time is over.
        DEAD_LETTERS,
        /// All.
        EVERYTHING
    }

    Scope scope();

    /// How many deliveries one archive holds at most.
    int deliveriesMax();

    /// Archives as many of the given deliveries as one archive holds, the first ones first. Returns
    /// how many, at least one, when they are durable.
    ///
    /// @param deliveries at most [#deliveriesMax()], in the order of their ids
    int archive(Handle tx, List<UUID> deliveries) throws IOException;

    /// An archive step that archives nothing.
    static ArchiveStep none() {
        return new ArchiveStep() {
            @Override
            public Scope scope() {
                return Scope.NONE;
            }

            @Override
            public int deliveriesMax() {
                return 1;
            }

            @Override
            public int archive(Handle tx, List<UUID> deliveries) {
                throw new IllegalStateException("nothing is to be archived");
            }
        };
    }
}
