package dev.waybill.engine.deliver.egress;

import dev.waybill.infra.net.AddressText;
import java.util.Locale;

/// A parsed URL. Requests are built from these parts, never from the text again.
///
/// @param host in ASCII and lower case, without brackets
/// @param path with the query, in ASCII, as in the request line
/// @param url as it was written, for display
public record Target(Scheme scheme, String host, int port, String path, String url) {

    public enum Scheme {
        HTTP(80),
        HTTPS(443);

        private final int portDefault;

        Scheme(int portDefault) {
            this.portDefault = portDefault;
        }

        public int portDefault() {
            return portDefault;
        }

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The text is not a URL that requests may be sent to. The message is for the user who entered
    /// it.
    public static final class Unusable extends Exception {
        Unusable(String message) {
            super(message);
        }
    }

    public static Target parse(String url) throws Unusable {
        return new TargetParser(url).parse();
    }

    boolean hasLiteralAddress() {
        return host.indexOf(':') >= 0 || AddressText.isFourOctets(host);
    }
}
