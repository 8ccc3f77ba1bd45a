package dev.waybill.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.feature.retention.archive.ArchiveTarget;
import dev.waybill.feature.retention.archive.ArchiveTargets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class S3TargetTest {

    private static final String ADDRESS = "s3://" + S3Server.BUCKET + "/waybill/dead";

    @TempDir private static Path folder;
    private static S3Server server;

    @TempDir private Path files;

    @BeforeAll
    static void start() throws IOException {
        server = S3Server.start(folder);
        System.setProperty("aws.endpointUrlS3", server.address());
        System.setProperty("aws.region", "us-east-1");
        System.setProperty("aws.accessKeyId", S3Server.IDENTITY);
    }

    @BeforeEach
    void useTheRightKey() {
        System.setProperty("aws.secretAccessKey", S3Server.CREDENTIAL);
    }

    @AfterAll
    static void stop() {
        server.close();
        List.of("endpointUrlS3", "region", "accessKeyId", "secretAccessKey")
                .forEach(name -> System.clearProperty("aws." + name));
    }

    @Test
    void whatIsPutCanBeListedAndReadByteForByte() throws IOException {
        var bytes = new byte[300_000];
        new SplittableRandom(1).nextBytes(bytes);

        try (var target = open()) {
            target.put("b.jsonl.gz", file(bytes));
            target.put("a.manifest.json", file(new byte[] {1}));

            assertThat(target.names()).containsExactly("a.manifest.json", "b.jsonl.gz");
            try (var in = target.open("b.jsonl.gz")) {
                assertThat(in.readAllBytes()).isEqualTo(bytes);
            }
        }
    }

    @Test
    void otherPrefixesAreOthersBusiness() throws IOException {
        try (var other = ArchiveTargets.open("s3://" + S3Server.BUCKET + "/other");
                var top = ArchiveTargets.open("s3://" + S3Server.BUCKET)) {
            other.put("x", file(new byte[] {1}));

            assertThat(other.names()).containsExactly("x");
            assertThat(top.names()).doesNotContain("x");
        }
    }

    @Test
    void aWrongSignatureIsRefused() throws IOException {
        System.setProperty("aws.secretAccessKey", "somebody-else");
        var file = file(new byte[] {1});

        try (var target = open()) {
            assertThatThrownBy(() -> target.put("refused", file))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(ADDRESS)
                    .hasStackTraceContaining("403");
        }
    }

    @Test
    void aBucketThatIsNotThereIsTold() throws IOException {
        var file = file(new byte[] {1});

        try (var target = ArchiveTargets.open("s3://nowhere/x")) {
            assertThatThrownBy(() -> target.put("lost", file)).isInstanceOf(IOException.class);
            assertThatThrownBy(target::names).isInstanceOf(IOException.class);
        }
    }

    private static ArchiveTarget open() {
        return ArchiveTargets.open(ADDRESS);
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(Files.createTempFile(files, "put", ""), bytes);
    }
}
