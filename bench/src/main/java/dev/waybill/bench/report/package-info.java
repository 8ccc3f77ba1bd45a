/// Reports of figures with their limits: tables for users, and files for programs.
@NullMarked
package dev.waybill.bench.report;

import org.jspecify.annotations.NullMarked;
