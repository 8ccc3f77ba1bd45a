package dev.waybill.web.api;

import dev.waybill.infra.secret.EncryptionKeys;
import dev.waybill.web.http.Problem;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Does what stores a secret. A process whose key was retired under it must be started again.
final class Sealing {

    private static final Logger LOG = LoggerFactory.getLogger(Sealing.class);

    private Sealing() {}

    static <T> T of(Supplier<T> change) {
        try {
            return change.get();
        } catch (EncryptionKeys.Retired e) {
            LOG.warn(
                    "this process must be started with the new encryption key: {}", e.getMessage());
            throw Problem.unavailable(
                    "This process seals secrets with an encryption key that was retired."
                            + " It must be started again with the new one.");
        }
    }
}
