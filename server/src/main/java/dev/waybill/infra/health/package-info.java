/// What must hold for a process to get traffic.
@NullMarked
package dev.waybill.infra.health;

import org.jspecify.annotations.NullMarked;
