/// `waybill bench`: the scenarios, their references, and their reports. It measures and asserts
/// nothing.
@NullMarked
package dev.waybill.bench;

import org.jspecify.annotations.NullMarked;
