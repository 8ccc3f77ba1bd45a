/// Access control: modes, roles, rights and scopes.
@NullMarked
package dev.waybill.domain.access;

import org.jspecify.annotations.NullMarked;
