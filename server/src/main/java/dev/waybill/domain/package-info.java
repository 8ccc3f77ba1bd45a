/// Values that every part of Waybill uses. The packages below contain the rest of the domain:
/// values and decisions without I/O, clock, randomness or database.
@NullMarked
package dev.waybill.domain;

import org.jspecify.annotations.NullMarked;
