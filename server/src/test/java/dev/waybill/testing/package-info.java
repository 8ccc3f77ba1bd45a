/// What tests stand on: a real PostgreSQL, endpoints that misbehave, a clock that can be set.
@NullMarked
package dev.waybill.testing;

import org.jspecify.annotations.NullMarked;
