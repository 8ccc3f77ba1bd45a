/// The conditions under which a process gets traffic.
@NullMarked
package dev.waybill.infra.health;

import org.jspecify.annotations.NullMarked;
