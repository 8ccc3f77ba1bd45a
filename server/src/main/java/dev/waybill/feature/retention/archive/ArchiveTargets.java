package dev.waybill.feature.retention.archive;

import java.net.URI;
import java.nio.file.Path;
import java.util.ServiceLoader;

/// Opens targets by their address: a folder, or a URL of a scheme with a provider.
public final class ArchiveTargets {

    private ArchiveTargets() {}

    public static ArchiveTarget open(String address) {
        if (!address.contains("://")) {
            return new FolderTarget(Path.of(address));
        }
        var uri = URI.create(address);
        return ServiceLoader.load(ArchiveTargetProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.scheme().equals(uri.getScheme()))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "archive must be a folder or s3://bucket/prefix: " + address))
                .open(uri);
    }
}
