package dev.waybill.feature.notifications;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.command.EmailAddress;
import dev.waybill.feature.notifications.MailSettings.Server;
import dev.waybill.feature.notifications.MailSettings.StartTls;
import dev.waybill.feature.notifications.SendResult.Failed;
import dev.waybill.feature.notifications.SendResult.Refused;
import dev.waybill.feature.notifications.SendResult.Sent;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends mail by SMTP. A server that does not answer, or answers a byte at a time, costs at most
/// [#TIME_MAX].
final class Mailer {

    /// For one mail, whatever the server does.
    static final Duration TIME_MAX = Duration.ofSeconds(30);

    /// For connecting, for one answer, and for one write.
    private static final Duration STEP_MAX = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(Mailer.class);

    private final MailSettings settings;
    private final InstantSource clock;
    private final Duration timeMax;
    private final @Nullable SSLSocketFactory sockets;

    Mailer(MailSettings settings, InstantSource clock) {
        this(settings, clock, TIME_MAX, null);
    }

    /// With a limit that a test can wait for, and certificates that it trusts.
    Mailer(
            MailSettings settings,
            InstantSource clock,
            Duration timeMax,
            @Nullable SSLSocketFactory sockets) {
        this.settings = settings;
        this.clock = clock;
        this.timeMax = timeMax;
        this.sockets = sockets;
    }

    @Nullable String support() {
        return settings.support();
    }

    SendResult send(Mail mail) throws InterruptedException {
        var server = settings.server();
        if (server == null) {
            return new Failed("No mail server is set. Set WAYBILL_SMTP_URL.");
        }
        if (!EmailAddress.isPlain(mail.to())) {
            return new Refused("The address is not a plain e-mail address.");
        }
        var result = new AtomicReference<SendResult>();
        // A virtual thread, because an interrupt closes the socket that it waits for.
        var sending = Thread.ofVirtual().name("mail").start(() -> sendNow(server, mail, result));
        boolean over = sending.join(timeMax);
        var known = result.get();
        if (known != null) {
            return known;
        }
        if (over) {
            return new Failed("The mail could not be sent.");
        }
        sending.interrupt();
        return new Failed("The mail server took longer than " + timeMax.toSeconds() + " s.");
    }

    /// Sets the result before the connection is closed: whatever happens then, a mail that the
    /// server has taken must not be sent again.
    private void sendNow(Server server, Mail mail, AtomicReference<SendResult> result) {
        var session = Session.getInstance(properties(server));
        try {
            var transport = session.getTransport(server.tls() ? "smtps" : "smtp");
            try {
                result.set(send(transport, server, message(session, mail)));
            } finally {
                close(transport);
            }
        } catch (MessagingException e) {
            result.set(new Failed(text(e)));
        }
    }

    private static SendResult send(Transport transport, Server server, MimeMessage message) {
        try {
            transport.connect(server.host(), server.port(), server.user(), server.password());
            transport.sendMessage(message, message.getAllRecipients());
            return new Sent();
        } catch (AuthenticationFailedException e) {
            return new Failed("The mail server refused the user name or password.");
        } catch (MessagingException e) {
            return isPermanent(e) ? new Refused(text(e)) : new Failed(text(e));
        }
    }

    private static void close(Transport transport) {
        try {
            transport.close();
        } catch (MessagingException e) {
            LOG.debug("mail connection not closed", e);
        }
    }

    private MimeMessage message(Session session, Mail mail) throws MessagingException {
        var message =
                new MimeMessage(session) {
                    @Override
                    protected void updateMessageID() throws MessagingException {
                        setHeader("Message-ID", "<" + mail.id() + "@" + domain() + ">");
                    }
                };
        message.setFrom(address(settings.from()));
        message.setRecipient(RecipientType.TO, address(mail.to()));
        message.setSubject(oneLine(mail.subject()), UTF_8.name());
        message.setSentDate(Date.from(clock.instant()));
        message.setHeader("Auto-Submitted", "auto-generated");
        if (mail.unsubscribe() != null) {
            message.setHeader("List-Unsubscribe", "<" + mail.unsubscribe() + ">");
            message.setHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
        }
        if (mail.html() == null) {
            message.setText(mail.text(), UTF_8.name());
        } else {
            message.setContent(alternatives(mail.text(), mail.html()));
        }
        return message;
    }

    private static MimeMultipart alternatives(String text, String html) throws MessagingException {
        var plain = new MimeBodyPart();
        plain.setText(text, UTF_8.name());
        var rich = new MimeBodyPart();
        rich.setText(html, UTF_8.name(), "html");
        return new MimeMultipart("alternative", plain, rich);
    }

    private String domain() {
        return settings.from().substring(settings.from().lastIndexOf('@') + 1);
    }

    private static InternetAddress address(String text) throws AddressException {
        return new InternetAddress(text, true);
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{C}+", " ");
    }

    private Properties properties(Server server) {
        var properties = new Properties();
        var step = Long.toString(STEP_MAX.toMillis());
        for (var protocol : new String[] {"mail.smtp.", "mail.smtps."}) {
            properties.put(protocol + "connectiontimeout", step);
            properties.put(protocol + "timeout", step);
            properties.put(protocol + "writetimeout", step);
            // The mail is sent then: an answer would only take time.
            properties.put(protocol + "quitwait", "false");
            // Otherwise the library asks the name service for the name of this machine.
            properties.put(protocol + "localhost", "waybill");
            properties.put(protocol + "auth", Boolean.toString(server.user() != null));
            properties.put(protocol + "ssl.checkserveridentity", "true");
            if (sockets != null) {
                properties.put(protocol + "ssl.socketFactory", sockets);
            }
        }
        boolean startTls = server.startTls() != StartTls.OFF;
        properties.put("mail.smtp.starttls.enable", Boolean.toString(startTls));
        // Without this a server, or somebody in between, that does not offer TLS gets clear text.
        properties.put(
                "mail.smtp.starttls.required",
                Boolean.toString(server.startTls() == StartTls.REQUIRED));
        return properties;
    }

    /// Whether the server will never take this mail: 5xx for the recipient. A refused sender may be
    /// a mistake in the settings.
    private static boolean isPermanent(Exception failure) {
        for (Throwable e = failure; e != null; e = next(e)) {
            if (e instanceof SMTPAddressFailedException refused) {
                return refused.getReturnCode() >= 500;
            }
            if (e instanceof SMTPSenderFailedException) {
                return false;
            }
        }
        return false;
    }

    private static @Nullable Throwable next(Throwable e) {
        return e instanceof MessagingException chained ? chained.getNextException() : e.getCause();
    }

    private static String text(MessagingException failure) {
        var text = new StringBuilder(String.valueOf(failure.getMessage()));
        var next = failure.getNextException();
        if (next != null && next.getMessage() != null) {
            text.append(": ").append(next.getMessage());
        }
        return oneLine(text.toString());
    }
}
