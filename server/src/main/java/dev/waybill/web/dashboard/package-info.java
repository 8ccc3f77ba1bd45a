/// The parts that pages of several nouns of the dashboard share. The pages are in one package per
/// noun, one class each, with the values that their templates show.
@NullMarked
package dev.waybill.web.dashboard;

import org.jspecify.annotations.NullMarked;
