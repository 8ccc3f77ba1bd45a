/// A make-believe platform for `waybill demo`: customers whose endpoints misbehave, and a trickle
/// of events. It knows the service by its API only, as any producer does.
@NullMarked
package dev.waybill.demo;

import org.jspecify.annotations.NullMarked;
