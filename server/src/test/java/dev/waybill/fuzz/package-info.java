/// What the fuzz tests of both sides of HTTP share: cases by number, mutations, and Netty's opinion
/// of the same bytes.
@NullMarked
package dev.waybill.fuzz;

import org.jspecify.annotations.NullMarked;
