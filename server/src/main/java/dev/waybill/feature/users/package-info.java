/// Users of the dashboard: passwords, sessions, and throttled sign-ins.
@NullMarked
package dev.waybill.feature.users;

import org.jspecify.annotations.NullMarked;
