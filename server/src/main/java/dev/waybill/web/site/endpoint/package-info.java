/// Endpoints as pages of both sites show them: names, health, secrets.
@NullMarked
package dev.waybill.web.site.endpoint;

import org.jspecify.annotations.NullMarked;
