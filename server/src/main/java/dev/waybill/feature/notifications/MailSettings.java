package dev.waybill.feature.notifications;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How mail is sent.
///
/// @param server null if no mail can be sent
/// @param from the address of the sender
/// @param support gets a copy of every mail to an owner; null for nobody
public record MailSettings(@Nullable Server server, String from, @Nullable String support) {

    public static final String FROM_DEFAULT = "waybill@localhost";

    public static final MailSettings NONE = new MailSettings(null, FROM_DEFAULT, null);

    /// Whether a connection is encrypted after it was opened.
    public enum StartTls {
        REQUIRED,
        /// Encrypted if the server offers it.
        OPTIONAL,
        OFF;

        String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A mail server.
    ///
    /// @param tls whether the connection is encrypted from the start
    /// @param user null without authentication
    public record Server(
            String host,
            int port,
            boolean tls,
            StartTls startTls,
            @Nullable String user,
            @Nullable String password) {

        private static final int PORT_PLAIN = 25;
        private static final int PORT_LOGIN = 587;
        private static final int PORT_TLS = 465;

        /// Reads `smtp[s]://user:password@host:port?starttls=required`. A password is never sent to
        /// another machine in clear text, unless the URL says `starttls=off`.
        public static Optional<Server> parse(String url) {
            try {
                var uri = new URI(url);
                boolean tls = "smtps".equals(uri.getScheme());
                if (!(tls || "smtp".equals(uri.getScheme()))
                        || uri.getHost() == null
                        || !(uri.getPath().isEmpty() || uri.getPath().equals("/"))) {
                    return Optional.empty();
                }
                var login = uri.getRawUserInfo();
                var parts = login == null ? new String[0] : login.split(":", 2);
                var user = parts.length == 0 ? null : decoded(parts[0]);
                var password = parts.length < 2 ? null : decoded(parts[1]);
                int port = uri.getPort();
                int byDefault = tls ? PORT_TLS : user == null ? PORT_PLAIN : PORT_LOGIN;
                return startTls(uri, user != null)
                        .map(startTls ->
                                new Server(
                                        uri.getHost(),
                                        port < 0 ? byDefault : port,
                                        tls,
                                        startTls,
                                        user,
                                        password));
            } catch (URISyntaxException | IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        private static Optional<StartTls> startTls(URI uri, boolean login) {
            var query = uri.getQuery();
            if (query == null) {
                return Optional.of(
                        login && !isHere(uri.getHost()) ? StartTls.REQUIRED : StartTls.OPTIONAL);
            }
            return Stream.of(StartTls.values())
                    .filter(one -> query.equals("starttls=" + one.code()))
                    .findFirst();
        }

        private static boolean isHere(String host) {
            return host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
        }

        private static String decoded(String text) {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        }

        /// Keeps the password out of logs.
        @Override
        public String toString() {
            return (tls ? "smtps://" : "smtp://") + host + ":" + port;
        }
    }
}
