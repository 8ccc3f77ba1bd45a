/// Retry policies in the API.
@NullMarked
package dev.waybill.web.api.retrypolicies;

import org.jspecify.annotations.NullMarked;
