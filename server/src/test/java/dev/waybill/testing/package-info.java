/// The base of tests: a real PostgreSQL, endpoints that misbehave, a controllable clock.
@NullMarked
package dev.waybill.testing;

import org.jspecify.annotations.NullMarked;
