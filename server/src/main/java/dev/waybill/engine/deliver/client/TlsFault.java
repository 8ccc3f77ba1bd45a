package dev.waybill.engine.deliver.client;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.engine.deliver.egress.Failed;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import org.jspecify.annotations.Nullable;

/// Says what is wrong with a receiver's certificate, by the kinds of exceptions that led to a
/// handshake's failure.
final class TlsFault {

    /// No chain of causes is longer; one that has no end must not keep us.
    private static final int CAUSES_MAX = 10;

    private TlsFault() {}

    /// The fault, and as its detail the message of the exception that tells most.
    static Failed failed(Exception failure) {
        var fault = Fault.TLS_OTHER;
        var detail = failure.getMessage();
        Throwable cause = failure;
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            var told = told(cause);
            // The deeper, the more exact: a path is not valid because a certificate has expired.
            if (told != null) {
                fault = told;
                detail = cause.getMessage();
            }
            cause = cause.getCause();
        }
        return new Failed(fault, failure, detail);
    }

    private static @Nullable Fault told(Throwable cause) {
        return switch (cause) {
            case CertificateExpiredException _, CertificateNotYetValidException _ ->
                    Fault.TLS_EXPIRED;
            case CertPathBuilderException _, CertPathValidatorException _ -> Fault.TLS_UNTRUSTED;
            // Of no special kind: how the JDK says that the name does not match.
            case CertificateException plain when plain.getClass() == CertificateException.class ->
                    Fault.TLS_NAME;
            case Throwable _ -> null;
        };
    }
}
