/// The environment of a benchmark: a scratch folder, a PostgreSQL server, and child processes.
@NullMarked
package dev.waybill.bench.lab;

import org.jspecify.annotations.NullMarked;
