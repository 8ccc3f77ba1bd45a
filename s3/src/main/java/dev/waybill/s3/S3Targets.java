package dev.waybill.s3;

import dev.waybill.feature.retention.archive.ArchiveTarget;
import dev.waybill.feature.retention.archive.ArchiveTargetProvider;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/// Opens `s3://bucket/prefix`. Region, credentials and the address of another server come from the
/// usual sources of AWS tools: `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT_URL_S3`, profiles,
/// the role of the machine.
public final class S3Targets implements ArchiveTargetProvider {

    private static final Duration CONNECT_MAX = Duration.ofSeconds(10);
    private static final Duration SILENCE_MAX = Duration.ofSeconds(60);

    @Override
    public String scheme() {
        return "s3";
    }

    @Override
    public ArchiveTarget open(URI address) {
        var bucket = address.getHost();
        if (bucket == null) {
            throw new IllegalArgumentException("archive must name a bucket: s3://bucket/prefix");
        }
        var client =
                S3Client.builder()
                        .httpClientBuilder(
                                UrlConnectionHttpClient.builder()
                                        .connectionTimeout(CONNECT_MAX)
                                        .socketTimeout(SILENCE_MAX))
                        // Buckets are host names at AWS, and rarely elsewhere.
                        .forcePathStyle(isElsewhere())
                        // Not every server supports the newer checksums; manifests have their own.
                        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                        .build();
        return new S3Target(client, bucket, prefix(address));
    }

    private static boolean isElsewhere() {
        return Stream.of(
                        System.getenv("AWS_ENDPOINT_URL_S3"),
                        System.getenv("AWS_ENDPOINT_URL"),
                        System.getProperty("aws.endpointUrlS3"),
                        System.getProperty("aws.endpointUrl"))
                .flatMap(url -> Optional.ofNullable(url).stream())
                .findAny()
                .isPresent();
    }

    /// Empty, or ending with a slash.
    private static String prefix(URI address) {
        var path = address.getPath().replaceAll("^/+|/+$", "");
        return path.isEmpty() ? "" : path + "/";
    }
}
