/// The pages of the dashboard, one class each, with the values that their templates show.
@NullMarked
package dev.waybill.web.dashboard;

import org.jspecify.annotations.NullMarked;
