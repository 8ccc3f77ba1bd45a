/// The states of a replay and its pace.
@NullMarked
package dev.waybill.domain.replay;

import org.jspecify.annotations.NullMarked;
