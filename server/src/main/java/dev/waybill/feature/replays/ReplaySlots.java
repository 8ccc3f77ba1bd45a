package dev.waybill.feature.replays;

import java.util.Optional;

/// How many replays are under way, of those that share their slots with a new one: the platform's
/// in its mode, or the customers'. A replay holds a slot while it makes deliveries, because that is
/// the load it puts on the service; one that only waits for retries holds none.
///
/// @param sending those that have deliveries to make
/// @param ownSending the same of the app that asks
/// @param ownUnfinished those of that app with deliveries to make or to wait for
public record ReplaySlots(int sending, int ownSending, int ownUnfinished) {

    /// The platform's own. Customers cannot take them.
    public static final int PLATFORM_MAX = 20;

    /// Of all customers together.
    public static final int CUSTOMERS_MAX = 100;

    /// Of one customer.
    public static final int APP_MAX = 3;

    /// Of one customer, with those that only wait: each is looked at until its last delivery ends.
    public static final int APP_UNFINISHED_MAX = 50;

    /// Whose slots are all taken.
    public enum Full {
        PLATFORM,
        CUSTOMERS,
        APP,
        APP_UNFINISHED
    }

    /// Empty if there is room for one more.
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
