/// Where a benchmark happens: a scratch folder, a PostgreSQL of its own, child processes, and an
/// end to all of them.
@NullMarked
package dev.waybill.bench.lab;

import org.jspecify.annotations.NullMarked;
