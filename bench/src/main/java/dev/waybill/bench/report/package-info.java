/// What was measured, beside what was asked for: for people and for programs.
@NullMarked
package dev.waybill.bench.report;

import org.jspecify.annotations.NullMarked;
