/// One class for each page, beside the values that its template shows.
@NullMarked
package dev.waybill.ui.page;

import org.jspecify.annotations.NullMarked;
