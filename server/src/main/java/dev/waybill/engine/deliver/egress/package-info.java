/// Decides which addresses a request may go to: name resolution, denied networks, ports, the egress
/// proxy.
@NullMarked
package dev.waybill.engine.deliver.egress;

import org.jspecify.annotations.NullMarked;
