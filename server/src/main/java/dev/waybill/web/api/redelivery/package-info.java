/// Resend, requeue and cancel, in the API.
@NullMarked
package dev.waybill.web.api.redelivery;

import org.jspecify.annotations.NullMarked;
