/// Apps and API keys as requests need them: every process holds all of them in memory.
@NullMarked
package dev.waybill.engine.access;

import org.jspecify.annotations.NullMarked;
