/// Seeded histories of a whole service in simulated time: the real stations and stores, a fake
/// clock and a fake network, and faults between any two steps.
@NullMarked
package dev.waybill.simulation;

import org.jspecify.annotations.NullMarked;
