/// The health endpoints for load balancers and supervisors.
@NullMarked
package dev.waybill.web.health;

import org.jspecify.annotations.NullMarked;
