/// Test events for an endpoint, in the API.
@NullMarked
package dev.waybill.web.api.testsends;

import org.jspecify.annotations.NullMarked;
