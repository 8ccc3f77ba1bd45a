/// Archives in S3, or in compatible services.
@NullMarked
package dev.waybill.s3;

import org.jspecify.annotations.NullMarked;
