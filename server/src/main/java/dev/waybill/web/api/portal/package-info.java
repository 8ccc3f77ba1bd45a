/// Portal links and the look of the portal, in the API.
@NullMarked
package dev.waybill.web.api.portal;

import org.jspecify.annotations.NullMarked;
