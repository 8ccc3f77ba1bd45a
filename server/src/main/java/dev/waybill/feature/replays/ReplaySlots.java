package dev.waybill.feature.replays;

import java.util.Optional;

/// The running replays that share their slots with a new one: those of the platform in its mode, or
/// those of the customers. A replay holds a slot while it creates deliveries, because they are the
/// load on the service; a replay that only waits for retries holds none.
///
/// @param sending replays that have deliveries to create
/// @param ownSending the same of the requesting app
/// @param ownUnfinished replays of that app with deliveries to create or to wait for
public record ReplaySlots(int sending, int ownSending, int ownUnfinished) {

    /// Slots of the platform. Customers cannot take them.
    public static final int PLATFORM_MAX = 20;

    /// Slots of all customers together.
    public static final int CUSTOMERS_MAX = 100;

    /// Slots of one customer.
    public static final int APP_MAX = 3;

    /// Replays of one customer, including those that only wait: each is checked until its last
    /// delivery ends.
    public static final int APP_UNFINISHED_MAX = 50;

    /// The group whose slots are all taken.
    public enum Full {
        PLATFORM,
        CUSTOMERS,
        APP,
        APP_UNFINISHED
    }

    /// Empty if a slot is free.
    public Optional<Full> full(boolean byCustomer) {
        if (!byCustomer) {
            return sending < PLATFORM_MAX ? Optional.empty() : Optional.of(Full.PLATFORM);
        }
        if (ownSending >= APP_MAX) {
            return Optional.of(Full.APP);
        }
        if (ownUnfinished >= APP_UNFINISHED_MAX) {
            return Optional.of(Full.APP_UNFINISHED);
        }
        return sending < CUSTOMERS_MAX ? Optional.empty() : Optional.of(Full.CUSTOMERS);
    }
}
