package dev.waybill.feature.retention.archive;

import java.net.URI;

/// Brings a kind of target in another jar: what most users never need is not loaded.
public interface ArchiveTargetProvider {

    /// The scheme of its addresses, such as `s3`.
    String scheme();

    ArchiveTarget open(URI address);
}
