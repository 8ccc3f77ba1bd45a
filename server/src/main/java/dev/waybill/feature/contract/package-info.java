/// What the owner of an endpoint can rely on, in words, derived from the configuration in force.
@NullMarked
package dev.waybill.feature.contract;

import org.jspecify.annotations.NullMarked;
