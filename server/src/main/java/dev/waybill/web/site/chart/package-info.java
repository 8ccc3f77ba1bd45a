/// Charts as geometry: numbers in, rectangles out. Templates draw them.
@NullMarked
package dev.waybill.web.site.chart;

import org.jspecify.annotations.NullMarked;
