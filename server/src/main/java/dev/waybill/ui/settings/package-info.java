/// The pages under `/ui/settings`, one class for each section.
@NullMarked
package dev.waybill.ui.settings;

import org.jspecify.annotations.NullMarked;
