/// The routing table: every process holds all endpoints in memory, with their state and health.
@NullMarked
package dev.waybill.engine.routing;

import org.jspecify.annotations.NullMarked;
