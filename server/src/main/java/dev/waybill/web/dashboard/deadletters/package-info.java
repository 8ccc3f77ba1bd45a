/// The pages of dead letters.
@NullMarked
package dev.waybill.web.dashboard.deadletters;

import org.jspecify.annotations.NullMarked;
