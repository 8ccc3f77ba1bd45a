/// `waybill bench`: the scenarios, what they are compared with, and how they are told. Measures and
/// asserts nothing.
@NullMarked
package dev.waybill.bench;

import org.jspecify.annotations.NullMarked;
