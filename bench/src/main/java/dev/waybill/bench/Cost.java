package dev.waybill.bench;

import java.time.Duration;

/// The resources that the service has used, since the start or over some slices.
record Cost(
        long statements,
        long commits,
        Duration service,
        Duration postgres,
        Duration loader,
        Duration receiver) {

    static final Cost NONE =
            new Cost(0, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    Cost plus(Cost other) {
        return new Cost(
                statements + other.statements,
                commits + other.commits,
                service.plus(other.service),
                postgres.plus(other.postgres),
                loader.plus(other.loader),
                receiver.plus(other.receiver));
    }

    Cost minus(Cost other) {
        return new Cost(
                statements - other.statements,
                commits - other.commits,
                service.minus(other.service),
                postgres.minus(other.postgres),
                loader.minus(other.loader),
                receiver.minus(other.receiver));
    }

    /// The processor time of each part, as a basis for optimization.
    String perDelivery(long deliveries) {
        return ("processor per delivery: service %.0f µs, postgres %.0f µs,"
                        + " load %.0f µs, receiver %.0f µs")
                .formatted(
                        micros(service, deliveries),
                        micros(postgres, deliveries),
                        micros(loader, deliveries),
                        micros(receiver, deliveries));
    }

    private static double micros(Duration used, long deliveries) {
        return used.toNanos() / 1e3 / Math.max(1, deliveries);
    }
}
