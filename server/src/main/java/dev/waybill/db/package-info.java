/// The database: pools, transactions, migrations, its clock.
@NullMarked
package dev.waybill.db;

import org.jspecify.annotations.NullMarked;
