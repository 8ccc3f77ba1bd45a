package dev.waybill.engine.deliver.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/// Finds the addresses of a host, within a time limit.
public interface Resolver extends AutoCloseable {

    /// The addresses of a host.
    ///
    /// @param appId the app of the endpoint; look-ups are shared among apps @throws NotLookedUp if
    ///   the addresses are unknown for a local reason
    List<InetAddress> resolve(String host, UUID appId, Duration timeLimit)
            throws UnknownHostException;

    @Override
    default void close() {}
}
