/// Nouns and decisions. Imports nothing but the language: no clock, no dice, no database, no
/// network.
@NullMarked
package dev.waybill.domain;

import org.jspecify.annotations.NullMarked;
