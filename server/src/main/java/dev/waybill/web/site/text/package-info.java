/// The sentences that page classes show: problems, reasons, explanations. One class for each
/// section of the sites, so that they can be read and edited together. Sentences of templates are
/// in the templates, notices in [dev.waybill.web.site.Notice].
@NullMarked
package dev.waybill.web.site.text;

import org.jspecify.annotations.NullMarked;
