/// What commands are made of: updates of settings, the ranges they may be in, and violations of the
/// rules.
@NullMarked
package dev.waybill.domain.command;

import org.jspecify.annotations.NullMarked;
