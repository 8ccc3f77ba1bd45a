package dev.waybill.engine.deliver.egress;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The ports that requests may be sent to.
public record PortPolicy(List<Range> ranges, Set<Integer> except) {

    /// From the first to the last, both included.
    record Range(int first, int last) {}

    private static final int PORT_MAX = 65_535;
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,5})(?:-([0-9]{1,5}))?");

    /// Ports of databases, caches, brokers, orchestrators and remote shells. Webhook receivers do
    /// not use them, and some of these services understand HTTP.
    private static final Set<Integer> SERVICES =
            Set.of(
                    1099, 1433, 1521, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3128, 3306,
                    3389, 4243, 4369, 4646, 5432, 5433, 5601, 5671, 5672, 5900, 5984, 5985, 5986,
                    6000, 6379, 6380, 6443, 6667, 7000, 7001, 7199, 7474, 7687, 8086, 8125, 8200,
                    8300, 8301, 8302, 8500, 8600, 8983, 9000, 9042, 9090, 9092, 9093, 9160, 9200,
                    9300, 9418, 10250, 10255, 10256, 11211, 11300, 15672, 16379, 16443, 25672,
                    26379, 27017, 27018, 27019, 28015, 50000, 50070, 61613, 61616);

    public static final PortPolicy DEFAULT =
            new PortPolicy(
                    List.of(new Range(80, 80), new Range(443, 443), new Range(1_024, PORT_MAX)),
                    SERVICES);

    static final PortPolicy ANY = new PortPolicy(List.of(new Range(1, PORT_MAX)), Set.of());

    public PortPolicy {
        ranges = List.copyOf(ranges);
        except = Set.copyOf(except);
    }

    /// Reads a list such as `443,8000-8999`; empty if it is invalid.
    public static Optional<PortPolicy> parse(String text) {
        var ranges = new ArrayList<Range>();
        for (var part : text.split(",", -1)) {
            var matcher = RANGE.matcher(part.strip());
            if (!matcher.matches()) {
                return Optional.empty();
            }
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (first < 1 || last < first || last > PORT_MAX) {
                return Optional.empty();
            }
            ranges.add(new Range(first, last));
        }
        return Optional.of(new PortPolicy(ranges, Set.of()));
    }

    /// As written in the settings; the excepted ports are not listed.
    @Override
    public String toString() {
        return ranges.stream()
                .map(range ->
                        range.first == range.last
                                ? Integer.toString(range.first)
                                : range.first + "-" + range.last)
                .collect(Collectors.joining(","));
    }

    boolean allows(int port) {
        return !except.contains(port)
                && ranges.stream().anyMatch(range -> port >= range.first && port <= range.last);
    }
}
