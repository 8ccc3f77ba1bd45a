/// The parts that the nouns of the REST API share: reading JSON and parameters, paging, names of
/// apps. Each noun has its own package.
@NullMarked
package dev.waybill.web.api;

import org.jspecify.annotations.NullMarked;
