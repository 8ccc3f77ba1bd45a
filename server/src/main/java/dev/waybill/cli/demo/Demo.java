package dev.waybill.cli.demo;

import dev.waybill.infra.schedule.JobResult;
import dev.waybill.infra.schedule.Periodic;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Plays the [Script] against a running service, for as long as it runs. A refused or failed
/// request is retried.
public final class Demo {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    /// Events between two actions of the operator. By the first one something has failed.
    private static final int OPERATOR_EVERY = 25;

    /// How long the start waits for the portal link.
    private static final Duration STAGE_MAX = Duration.ofSeconds(15);

    /// The customer whose portal is shown.
    private static final String CUSTOMER = "acme";

    private static final Logger LOG = LoggerFactory.getLogger(Demo.class);

    private static final JsonMapper JSON = new JsonMapper();

    private final Receiver receiver = Receiver.start();
    private final Api api;
    private final Periodic trickle;

    private final CompletableFuture<String> portalLink = new CompletableFuture<>();

    // Confined to the thread of the job.
    private boolean begun;
    private int played;
    private long number;

    private Demo(String address, String key, InstantSource clock) {
        this.api = new Api(address, key);
        // One event a second, so that each start continues about where the last one ended.
        this.number = clock.instant().getEpochSecond();
        this.trickle = Periodic.start("demo", PERIOD, this::play);
    }

    /// Returns at once.
    ///
    /// @param address of the service
    /// @param key an admin key
    public static Demo start(String address, String key, InstantSource clock) {
        return new Demo(address, key, clock);
    }

    /// A link to the portal of one customer, valid once; empty if it is not ready in time.
    public Optional<String> portalLink() {
        try {
            return Optional.of(portalLink.get(STAGE_MAX.toSeconds(), TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /// The address at which the simulated customers receive.
    public String receiver() {
        return receiver.address();
    }

    /// Stops the demo and the service: publishes nothing more before the service stops, and answers
    /// the attempts that are still under way.
    public void closeAround(Runnable stopService) {
        trickle.close();
        api.close();
        stopService.run();
        receiver.close();
    }

    private JobResult play() throws IOException, InterruptedException {
        if (!begun) {
            begin();
            begun = true;
            return JobResult.complete(0);
        }
        api.post("/v1/events", Script.event(number++));
        if (++played % OPERATOR_EVERY == 0) {
            new Operator(api).work();
        }
        return JobResult.complete(1);
    }

    private void begin() throws IOException, InterruptedException {
        int made = new Stage(api, receiver.address()).set();
        if (made > 0) {
            // Every event once, so that all examples exist at the start.
            var opening = JSON.createArrayNode();
            for (int i = 0; i < Script.EVENTS_IN_ALL; i++) {
                opening.add(Script.event(number++));
            }
            api.post("/v1/events/batch", opening);
        }
        var link = JSON.createObjectNode().put("app", CUSTOMER).put("expires_in_seconds", 86_400);
        portalLink.complete(api.made("/v1/portal_links", link).get("url").stringValue());
        LOG.info("the demo is ready, new endpoints={}", made);
    }
}
