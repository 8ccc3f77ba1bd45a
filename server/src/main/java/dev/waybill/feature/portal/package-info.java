/// The customer portal: sign-in links, sessions, branding.
@NullMarked
package dev.waybill.feature.portal;

import org.jspecify.annotations.NullMarked;
