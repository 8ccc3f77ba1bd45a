/// The pages of the customer portal.
@NullMarked
package dev.waybill.web.portal;

import org.jspecify.annotations.NullMarked;
