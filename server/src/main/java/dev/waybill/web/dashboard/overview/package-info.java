/// The first page of the dashboard.
@NullMarked
package dev.waybill.web.dashboard.overview;

import org.jspecify.annotations.NullMarked;
