/// The parts that dashboard and portal share: layout, forms, tables, links, text.
@NullMarked
package dev.waybill.web.site;

import org.jspecify.annotations.NullMarked;
