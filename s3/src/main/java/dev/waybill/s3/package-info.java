/// Archives in S3, or in what speaks like it.
@NullMarked
package dev.waybill.s3;

import org.jspecify.annotations.NullMarked;
