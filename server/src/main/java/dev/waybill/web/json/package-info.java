/// JSON as the API and the forms accept it.
@NullMarked
package dev.waybill.web.json;

import org.jspecify.annotations.NullMarked;
