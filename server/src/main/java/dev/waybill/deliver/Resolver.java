package dev.waybill.deliver;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;

/// Finds the addresses of a host, within a time limit.
public interface Resolver extends AutoCloseable {

    List<InetAddress> resolve(String host, Duration timeLimit) throws UnknownHostException;

    @Override
    default void close() {}
}
