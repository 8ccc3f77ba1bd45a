package dev.waybill.client.guide;

import dev.waybill.client.BatchOptions;
import dev.waybill.client.BatchingPublisher;
import dev.waybill.client.Event;
import dev.waybill.client.PublishResult.Published;
import dev.waybill.client.PublishResult.Refused;
import dev.waybill.client.RefusedException;
import dev.waybill.client.UnavailableException;
import dev.waybill.client.Waybill;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// The publishing side of the guide.
final class Producer {

    private final Waybill waybill;

    Producer(String url, String key) {
        this.waybill = client(url, key);
    }

    private static Waybill client(String url, String key) {
        Waybill waybill =
                Waybill.at(url, key)
                        .withTimeout(Duration.ofSeconds(5))
                        .withRetries(4, Duration.ofSeconds(30));
        return waybill;
    }

    Published publish() {
        Event event =
                Event.of("invoice.paid", "{\"invoice\":\"inv_42\",\"total\":119.00}")
                        .withOrderingKey("inv_42")
                        .withTtl(Duration.ofHours(24));

        Published published = waybill.publish(event);
        System.err.println(published.id());
        return published;
    }

    void publishWithErrors(Event event) {
        try {
            waybill.publish(event);
        } catch (RefusedException e) {
            // 4xx: the same event will be refused again.
            e.problem().errors().forEach(error -> log(error.pointer() + ": " + error.detail()));
        } catch (UnavailableException e) {
            // No attempt succeeded. The event may have been stored.
            publishLater(event);
        }
    }

    void publishAll(List<Event> events) {
        var results = waybill.publishAll(events);
        for (int i = 0; i < events.size(); i++) {
            if (results.get(i) instanceof Refused refused) {
                log(events.get(i).id() + ": " + refused.problem().detail());
            }
        }
    }

    void publishMany(List<Event> events) throws InterruptedException {
        var options =
                BatchOptions.DEFAULTS
                        .withEvents(200)
                        .withLinger(Duration.ofMillis(10))
                        .withCloseWithin(Duration.ofSeconds(20));
        List<CompletableFuture<Published>> futures = new ArrayList<>();
        try (var publisher = BatchingPublisher.start(waybill, options)) {
            for (Event event : events) {
                futures.add(publisher.submit(event));
            }
        }
        for (var future : futures) {
            try {
                future.join();
            } catch (CompletionException e) {
                log(String.valueOf(e.getCause()));
            }
        }
    }

    private void publishLater(Event event) {
        log("later: " + event);
    }

    private static void log(String line) {
        System.err.println(line);
    }
}
