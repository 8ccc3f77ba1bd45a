/// Endpoints: create, change and delete; held lanes; state changes that customers are notified of.
@NullMarked
package dev.waybill.feature.endpoints;

import org.jspecify.annotations.NullMarked;
