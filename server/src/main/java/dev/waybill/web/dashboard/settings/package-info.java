/// The pages under `/ui/settings`, one class per section.
@NullMarked
package dev.waybill.web.dashboard.settings;

import org.jspecify.annotations.NullMarked;
