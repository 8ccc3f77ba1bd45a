package dev.waybill.infra.postgres;

import java.nio.file.Path;

/// Another running Waybill keeps its database in this folder.
public final class DataFolderInUse extends PostgresFailed {

    DataFolderInUse(Path folder, String holder) {
        super(
                "The data folder %s is in use by %s. Stop it, or choose another data folder."
                        .formatted(folder, holder));
    }
}
