/// The page of an endpoint's contract.
@NullMarked
package dev.waybill.web.dashboard.contract;

import org.jspecify.annotations.NullMarked;
