/// A simulated platform for `waybill demo`: customers whose endpoints misbehave, and a steady
/// stream of events. It uses the service through its API only.
@NullMarked
package dev.waybill.cli.demo;

import org.jspecify.annotations.NullMarked;
