/// The shared parts of the fuzz tests of both sides of HTTP: cases by number, mutations, and
/// Netty's reading of the same bytes.
@NullMarked
package dev.waybill.fuzz;

import org.jspecify.annotations.NullMarked;
