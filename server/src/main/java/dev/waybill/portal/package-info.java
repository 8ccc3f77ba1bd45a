/// Who comes to the portal: links that let customers in once, their sessions, and how it looks.
@NullMarked
package dev.waybill.portal;

import org.jspecify.annotations.NullMarked;
