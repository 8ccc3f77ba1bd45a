/// An endpoint's contract, in the API.
@NullMarked
package dev.waybill.web.api.contract;

import org.jspecify.annotations.NullMarked;
