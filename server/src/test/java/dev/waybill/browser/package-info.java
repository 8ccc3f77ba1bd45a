/// The pages in a real browser, on the system's Chromium.
@NullMarked
package dev.waybill.browser;

import org.jspecify.annotations.NullMarked;
