/// The portal's pages: what a platform's customers see of their endpoints and deliveries.
@NullMarked
package dev.waybill.ui.portal;

import org.jspecify.annotations.NullMarked;
