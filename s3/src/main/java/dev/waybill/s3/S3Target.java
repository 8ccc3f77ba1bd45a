package dev.waybill.s3;

import dev.waybill.feature.retention.archive.ArchiveTarget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/// A bucket. S3 guarantees that an object exists as a whole or not at all.
final class S3Target implements ArchiveTarget {

    private final S3Client client;
    private final String bucket;
    private final String prefix;

    S3Target(S3Client client, String bucket, String prefix) {
        this.client = client;
        this.bucket = bucket;
        this.prefix = prefix;
    }

    @Override
    public void put(String name, Path file) throws IOException {
        try {
            client.putObject(
                    request -> request.bucket(bucket).key(prefix + name),
                    RequestBody.fromFile(file));
            // Checked again before the data is dropped.
            long stored =
                    client.headObject(request -> request.bucket(bucket).key(prefix + name))
                            .contentLength();
            if (stored != Files.size(file)) {
                throw new IOException("%s has %d bytes there".formatted(name, stored));
            }
        } catch (SdkException e) {
            throw new IOException("cannot write to " + this, e);
        }
    }

    @Override
    public List<String> names() throws IOException {
        try {
            return client
                    .listObjectsV2Paginator(request -> request.bucket(bucket).prefix(prefix))
                    .contents()
                    .stream()
                    .map(object -> object.key().substring(prefix.length()))
                    .filter(name -> !name.contains("/"))
                    .sorted()
                    .toList();
        } catch (SdkException e) {
            throw new IOException("cannot list " + this, e);
        }
    }

    @Override
    public InputStream open(String name) throws IOException {
        try {
            return client.getObject(request -> request.bucket(bucket).key(prefix + name));
        } catch (SdkException e) {
            throw new IOException("cannot read " + name + " from " + this, e);
        }
    }

    @Override
    public void close() {
        client.close();
    }

    @Override
    public String toString() {
        return "s3://" + bucket + "/" + prefix;
    }
}
