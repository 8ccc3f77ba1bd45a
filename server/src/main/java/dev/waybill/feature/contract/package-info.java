/// The guarantees for the owner of an endpoint as text, derived from the configuration in force.
@NullMarked
package dev.waybill.feature.contract;

import org.jspecify.annotations.NullMarked;
