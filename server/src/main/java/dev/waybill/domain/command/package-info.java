/// The parts of commands: updates of settings, ranges of values, and violations of the rules.
@NullMarked
package dev.waybill.domain.command;

import org.jspecify.annotations.NullMarked;
