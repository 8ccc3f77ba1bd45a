package dev.waybill.forget;

import java.io.IOException;
import java.time.Instant;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Writes down elsewhere what must not be lost with its day. Whatever goes wrong is thrown, and
/// then nothing is dropped.
@FunctionalInterface
public interface Archivist {

    /// Everything is kept that is open, however old.
    Archivist NOBODY = (_, _, _) -> Going.AS_IT_IS;

    /// Archives deliveries before they are dropped. Returns when that is durable.
    ///
    /// @param before the first id of a delivery that stays where it is
    /// @param lettersUntil open dead letters that ended before go, archived
    Going archive(Handle handle, UUID before, Instant lettersUntil) throws IOException;
}
