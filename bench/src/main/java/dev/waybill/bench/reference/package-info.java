/// The references for the service: the upper limit of PostgreSQL, and the design that articles on
/// webhooks describe.
@NullMarked
package dev.waybill.bench.reference;

import org.jspecify.annotations.NullMarked;
