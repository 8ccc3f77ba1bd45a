package dev.waybill.engine.deliver.client;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.engine.deliver.egress.Failed;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import org.jspecify.annotations.Nullable;

/// Determines the fault of a certificate by the exceptions that caused a handshake to fail.
final class TlsFault {

    /// No chain of causes is longer; a cyclic one must not hang.
    private static final int CAUSES_MAX = 10;

    private TlsFault() {}

    /// The fault, with the message of the most specific exception as its detail.
    static Failed failed(Exception failure) {
        var fault = Fault.TLS_OTHER;
        var detail = failure.getMessage();
        Throwable cause = failure;
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            var told = told(cause);
            // The deeper cause is the more precise one: a path is not valid because a certificate
            // has expired.
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
            // The JDK reports a name that does not match with a plain CertificateException.
            case CertificateException plain when plain.getClass() == CertificateException.class ->
                    Fault.TLS_NAME;
            case Throwable _ -> null;
        };
    }
}
