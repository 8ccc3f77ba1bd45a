package dev.waybill.feature.retention.archive;

import java.net.URI;

/// Adds a kind of target from another jar, so that a target that most users never need is not
/// loaded.
public interface ArchiveTargetProvider {

    /// The scheme of its addresses, such as `s3`.
    String scheme();

    ArchiveTarget open(URI address);
}
