/// The pages of apps.
@NullMarked
package dev.waybill.web.dashboard.apps;

import org.jspecify.annotations.NullMarked;
