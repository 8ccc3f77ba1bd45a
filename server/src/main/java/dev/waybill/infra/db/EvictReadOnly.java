package dev.waybill.infra.db;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/// Lets the pool close a connection whose server refuses to write: it was demoted, or is about to
/// be. Such a connection is valid in every other respect and would stay for minutes.
final class EvictReadOnly implements SQLExceptionOverride {

    private static final String READ_ONLY_SQL_TRANSACTION = "25006";

    @java.lang.Override
    public Override adjudicate(SQLException e) {
        return READ_ONLY_SQL_TRANSACTION.equals(e.getSQLState())
                ? Override.MUST_EVICT
                : Override.CONTINUE_EVICT;
    }
}
