package dev.waybill.client;

import org.jspecify.annotations.Nullable;

/// A request to the service that did not succeed: [RefusedException] or [UnavailableException].
public abstract sealed class WaybillException extends RuntimeException
        permits RefusedException, UnavailableException {

    private static final long serialVersionUID = 1;

    WaybillException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
