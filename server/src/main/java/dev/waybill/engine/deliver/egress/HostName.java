package dev.waybill.engine.deliver.egress;

import dev.waybill.engine.deliver.egress.Target.Unusable;
import dev.waybill.infra.net.AddressText;
import java.net.IDN;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The rules for host names.
public final class HostName {

    private static final int LENGTH_MAX = 253;

    /// The last label is a number, in any notation: a resolver may read the whole name as an
    /// address.
    private static final Pattern NUMERIC_END = Pattern.compile("(^|\\.)([0-9]+|0x[0-9a-f]*)$");

    /// The standard does not allow an underscore, but names of services contain it.
    private static final String LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?";

    private static final Pattern LABELS = Pattern.compile("(" + LABEL + "\\.)*" + LABEL);

    /// Names of the local network: of machines (RFC 6762, RFC 6761, RFC 8375), clouds, clusters and
    /// containers.
    private static final List<String> SPECIAL_ENDS =
            List.of(
                    "localhost",
                    "local",
                    "localdomain",
                    "internal",
                    "intranet",
                    "private",
                    "corp",
                    "home",
                    "lan",
                    "home.arpa",
                    "svc",
                    "cluster",
                    "consul",
                    "docker",
                    "onion");

    private HostName() {}

    /// In ASCII and lower case. A name that some resolvers would read as an address is refused.
    static String normal(String written) throws Unusable {
        boolean ascii = written.chars().allMatch(c -> c < 0x80);
        var mapped = ascii ? written.toLowerCase(Locale.ROOT) : mapped(written);
        // A trailing dot for the root, as in zone files, changes nothing.
        var name = mapped.endsWith(".") ? mapped.substring(0, mapped.length() - 1) : mapped;
        boolean numeric = NUMERIC_END.matcher(name).find();
        if (numeric && !AddressText.isFourOctets(written)) {
            throw new Unusable("the host must be a name or an address in its usual form");
        }
        if (name.length() > LENGTH_MAX || !LABELS.matcher(name).matches()) {
            throw new Unusable(
                    "the host must be letters, digits and hyphens in parts joined by dots");
        }
        if (!ascii && isSpecial(name)) {
            throw new Unusable("the host must be written in ASCII");
        }
        return name;
    }

    /// Whether the name has a meaning only in the local network.
    static boolean isSpecial(String name) {
        return name.indexOf('.') < 0
                || SPECIAL_ENDS.stream().anyMatch(end -> name.endsWith("." + end));
    }

    /// An approximation of the registered domain, to distinguish owners. Under the domain of a
    /// country, a short label counts as one of the registry, such as `co.uk`. The domain of an
    /// address is the address.
    public static String site(String host) {
        if (host.indexOf(':') >= 0 || AddressText.isFourOctets(host)) {
            return host;
        }
        int last = host.lastIndexOf('.');
        int second = host.lastIndexOf('.', last - 1);
        boolean registrys = host.length() - last - 1 == 2 && last - second - 1 <= 3;
        return host.substring((registrys ? host.lastIndexOf('.', second - 1) : second) + 1);
    }

    private static String mapped(String name) throws Unusable {
        try {
            return IDN.toASCII(name, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new Unusable("the host is not a name that can be looked up");
        }
    }
}
