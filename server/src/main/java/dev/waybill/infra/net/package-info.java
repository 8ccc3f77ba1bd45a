/// Addresses of the network: ranges, and those that count as one.
@NullMarked
package dev.waybill.infra.net;

import org.jspecify.annotations.NullMarked;
