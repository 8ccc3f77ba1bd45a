package dev.waybill.engine.deliver.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.engine.deliver.egress.LookUpQueue.Sizes;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Scratch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Names that resolve, names that do not, and names whose server never answers, by a clock that the
/// tests move.
class SystemResolverTest {

    private static final Duration PLENTY = Duration.ofSeconds(60);

    /// For look-ups that are meant to time out.
    private static final Duration LITTLE = Duration.ofMillis(50);

    private final Map<String, String> addresses = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final Set<String> silent = ConcurrentHashMap.newKeySet();
    private final AtomicInteger stuck = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicLong nanos = new AtomicLong();
    private SystemResolver resolver = resolver(Sizes.ATTEMPTS);

    private SystemResolver resolver(Sizes sizes) {
        return new SystemResolver(sizes, this::lookUp, nanos::get);
    }

    private InetAddress[] lookUp(String host) throws UnknownHostException {
        asked.computeIfAbsent(host, _ -> new AtomicInteger()).incrementAndGet();
        if (silent.contains(host)) {
            stuck.incrementAndGet();
            awaitEnd();
        }
        var address = addresses.get(host);
        if (address == null) {
            throw new UnknownHostException(host);
        }
        return new InetAddress[] {InetAddress.ofLiteral(address)};
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void letGo() {
        end.countDown();
        resolver.close();
    }

    @Test
    void anAnswerIsGoodForAMoment() throws Exception {
        addresses.put("a.example", "192.0.2.1");
        assertThat(resolve("a.example")).isEqualTo("192.0.2.1");
        addresses.put("a.example", "192.0.2.2");

        pass(KnownName.FRESH_FOR.minusNanos(1));
        assertThat(resolve("a.example")).isEqualTo("192.0.2.1");
        pass(Duration.ofNanos(1));
        assertThat(resolve("a.example")).isEqualTo("192.0.2.2");
    }

    @Test
    void anOldAnswerIsUsedWhileItIsRenewed() throws Exception {
        addresses.put("a.example", "192.0.2.1");
        resolve("a.example");
        silent.add("a.example");
        pass(KnownName.STALE_FOR.minusNanos(1));

        assertThat(resolve("a.example")).isEqualTo("192.0.2.1");
        addresses.put("a.example", "192.0.2.2");
        end.countDown();

        Eventually.holds(() -> resolve("a.example").equals("192.0.2.2"));
    }

    @Test
    void anOldAnswerIsUsedIfItCannotBeRenewed() throws Exception {
        addresses.put("a.example", "192.0.2.1");
        resolve("a.example");
        addresses.remove("a.example");

        pass(KnownName.FRESH_FOR);
        assertThat(resolve("a.example")).isEqualTo("192.0.2.1");
        pass(KnownName.STALE_FOR.minus(KnownName.FRESH_FOR));
        assertUnknown("a.example");
    }

    @Test
    void aFailureIsRemembered() {
        assertUnknown("a.example");
        addresses.put("a.example", "192.0.2.1");

        pass(KnownName.FAILED_FOR.minusNanos(1));
        assertUnknown("a.example");
        assertThat(asked.get("a.example")).hasValue(1);
        pass(Duration.ofNanos(1));
        assertThat(resolve("a.example")).isEqualTo("192.0.2.1");
    }

    @Test
    void aSilentNameServerIsNotWaitedForLongerThanItsTime() throws Exception {
        silent.add("a.example");
        fail("a.example", LITTLE);
        Eventually.holds(() -> stuck.get() == 1);

        pass(SystemResolver.PATIENCE);

        // Without waiting: the look-up that is under way has had its time.
        assertUnknown("a.example");
        assertThat(asked.get("a.example")).hasValue(1);
    }

    /// Regardless of 200 names of many apps.
    @Test
    void deadNamesDoNotHoldUpNamesThatResolvedBefore() throws Exception {
        addresses.put("healthy.example", "192.0.2.1");
        resolve("healthy.example");
        for (int i = 0; i < 200; i++) {
            var host = "hook.dead" + i + ".example";
            silent.add(host);
            fail(host, UUID.randomUUID(), Duration.ofNanos(1));
        }
        addresses.put("healthy.example", "192.0.2.2");

        pass(KnownName.FRESH_FOR);

        Eventually.holds(() -> resolve("healthy.example").equals("192.0.2.2"));
    }

    @Test
    void anAppsDeadNamesDoNotHoldUpAnotherAppsNewName() throws Exception {
        var bad = UUID.randomUUID();
        for (int i = 0; i < 200; i++) {
            var host = "hook.dead" + i + ".example";
            silent.add(host);
            Thread.startVirtualThread(() -> fail(host, bad, Duration.ofSeconds(2)));
        }
        Eventually.holds(() -> stuck.get() == Sizes.ATTEMPTS.perApp());
        addresses.put("new.example", "192.0.2.1");

        assertThat(resolve("new.example")).isEqualTo("192.0.2.1");
        assertThat(stuck).hasValue(Sizes.ATTEMPTS.perApp());
    }

    @Test
    void aDomainsDeadNamesAreFewAtOnce() throws Exception {
        for (int i = 0; i < 50; i++) {
            var host = "a" + i + ".evil.example";
            silent.add(host);
            fail(host, UUID.randomUUID(), Duration.ofNanos(1));
        }

        // Those that were not started are forgotten.
        assertThat(resolver.waiting()).isZero();
        Eventually.holds(() -> stuck.get() == Sizes.ATTEMPTS.perSite());
    }

    /// Many names that resolved once and then time out: new names still have threads.
    @Test
    void dyingNamesLeaveThreadsForNewOnes() throws Exception {
        for (int i = 0; i < 200; i++) {
            addresses.put("hook.dying" + i + ".example", "192.0.2.1");
            resolve("hook.dying" + i + ".example");
        }
        pass(KnownName.STALE_FOR);
        for (int i = 0; i < 200; i++) {
            silent.add("hook.dying" + i + ".example");
            fail("hook.dying" + i + ".example", Duration.ofNanos(1));
        }
        addresses.put("new.example", "192.0.2.1");

        assertThat(resolve("new.example")).isEqualTo("192.0.2.1");
    }

    @Test
    void whatNeverGotAThreadIsOurFault() throws Exception {
        resolver.close();
        resolver = resolver(new Sizes(4, 2, 4, 4, 1));
        silent.addAll(List.of("a.example", "b.example"));
        fail("a.example", LITTLE);
        fail("b.example", LITTLE);
        Eventually.holds(() -> stuck.get() == 2);

        assertNotLookedUp("c.example", LITTLE, LocalFault.QUEUE);
        assertThat(resolver.waiting()).as("nobody waits for it").isZero();
        assertThat(asked).doesNotContainKey("c.example");
    }

    @Test
    void aFullQueueIsOurFault() throws Exception {
        resolver.close();
        resolver = resolver(new Sizes(2, 1, 4, 4, 1));
        silent.add("a.example");
        fail("a.example", LITTLE);
        Eventually.holds(() -> stuck.get() == 1);
        Thread.startVirtualThread(() -> fail("b.example", PLENTY));
        Eventually.holds(() -> resolver.waiting() == 1);

        assertNotLookedUp("c.example", PLENTY, LocalFault.QUEUE);
    }

    @Test
    void whenNothingResolvesAnyMoreItIsOurNameServer() throws Exception {
        for (int i = 0; i <= SystemResolver.FAILURES_IN_A_ROW_MAX; i++) {
            addresses.put("hook.a" + i + ".example", "192.0.2.1");
            resolve("hook.a" + i + ".example");
        }
        var last = "hook.a" + SystemResolver.FAILURES_IN_A_ROW_MAX + ".example";
        var alive = addresses.remove(last);
        addresses.clear();
        pass(KnownName.STALE_FOR);
        for (int i = 0; i < SystemResolver.FAILURES_IN_A_ROW_MAX - 1; i++) {
            assertUnknown("hook.a" + i + ".example");
        }

        assertNotLookedUp(last, PLENTY, LocalFault.NAMES);
        assertNotLookedUp("never.seen.example", PLENTY, LocalFault.NAMES);
        addresses.put("other.example", alive);
        resolve("other.example");
        assertUnknown("never.seen.example");
    }

    /// The JVM caches answers for half a minute unless it is configured otherwise.
    @Test
    void theJvmRemembersNothing() throws Exception {
        var hosts = Files.createTempFile(Files.createDirectories(Scratch.folder("hosts")), "", "");
        var child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Djdk.net.hosts.file=" + hosts,
                                "-cp",
                                System.getProperty("java.class.path"),
                                Moving.class.getName(),
                                hosts.toString())
                        .redirectErrorStream(true)
                        .start();

        assertThat(child.inputReader().lines()).containsExactly("192.0.2.1", "192.0.2.2");
    }

    /// A process in which a name moves.
    static final class Moving {

        private Moving() {}

        @SuppressWarnings("SystemOut") // the output that its parent reads
        static void main(String[] arguments) throws IOException {
            var hosts = Path.of(arguments[0]);
            var nanos = new AtomicLong();
            try (var resolver =
                    new SystemResolver(Sizes.ATTEMPTS, InetAddress::getAllByName, nanos::get)) {
                for (var address : List.of("192.0.2.1", "192.0.2.2")) {
                    Files.writeString(hosts, address + " moving.example\n");
                    var found = resolver.resolve("moving.example", Apps.DEFAULT, PLENTY);
                    System.out.println(found.getFirst().getHostAddress());
                    nanos.addAndGet(KnownName.STALE_FOR.toNanos());
                }
            }
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private String resolve(String host) {
        try {
            return resolver.resolve(host, Apps.DEFAULT, PLENTY).getFirst().getHostAddress();
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private void fail(String host, Duration timeLimit) {
        fail(host, Apps.DEFAULT, timeLimit);
    }

    private void fail(String host, UUID appId, Duration timeLimit) {
        assertThatExceptionOfType(UnknownHostException.class)
                .isThrownBy(() -> resolver.resolve(host, appId, timeLimit));
    }

    private void assertUnknown(String host) {
        assertThatExceptionOfType(UnknownHostException.class)
                .isThrownBy(() -> resolver.resolve(host, Apps.DEFAULT, PLENTY))
                .isNotInstanceOf(NotLookedUp.class);
    }

    private void assertNotLookedUp(String host, Duration timeLimit, LocalFault fault) {
        assertThatExceptionOfType(NotLookedUp.class)
                .isThrownBy(() -> resolver.resolve(host, Apps.DEFAULT, timeLimit))
                .satisfies(trouble -> assertThat(trouble.fault()).isEqualTo(fault));
    }
}
