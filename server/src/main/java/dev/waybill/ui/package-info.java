/// The pages: who is let in, how they look, how a handler becomes a page.
@NullMarked
package dev.waybill.ui;

import org.jspecify.annotations.NullMarked;
