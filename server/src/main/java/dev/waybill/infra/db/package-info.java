/// The database: pools, transactions, migrations, its clock.
@NullMarked
package dev.waybill.infra.db;

import org.jspecify.annotations.NullMarked;
