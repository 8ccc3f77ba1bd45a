/// Actions of users and programs, one package per noun of the API. A noun with several parts has a
/// record such as EndpointsFeature that builds them.
@NullMarked
package dev.waybill.feature;

import org.jspecify.annotations.NullMarked;
