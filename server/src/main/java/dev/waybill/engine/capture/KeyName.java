package dev.waybill.engine.capture;

import dev.waybill.domain.access.Mode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/// A publish key with its scope: the key of a row.
record KeyName(UUID appId, Mode mode, PublishKey.Kind kind, String key, int ordinal) {

    static KeyName of(Publication publication, PublishKey key) {
        return new KeyName(
                publication.appId(), publication.mode(), key.kind(), key.key(), key.ordinal());
    }

    /// The name of the first event of the batch, which represents the whole batch.
    KeyName ofTheBatch() {
        return new KeyName(appId, mode, kind, key, 0);
    }

    static KeyName read(ResultSet row) throws SQLException {
        return new KeyName(
                row.getObject("app_id", UUID.class),
                Mode.of(row.getString("mode")).orElseThrow(),
                PublishKey.Kind.of(row.getString("kind")),
                row.getString("key"),
                row.getInt("ordinal"));
    }
}
