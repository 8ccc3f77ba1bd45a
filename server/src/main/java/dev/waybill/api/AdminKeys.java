package dev.waybill.api;

import dev.waybill.db.Database;
import dev.waybill.domain.Ids;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The first key. One given in the settings is kept in memory only; else one is made on the first
/// start, stored as a hash and shown once.
public final class AdminKeys {

    private static final String PREFIX = "wb_live_";
    private static final int SECRET_BYTES = 32;

    private final Database database;
    private final InstantSource clock;
    private final Ids ids;

    public AdminKeys(Database database, InstantSource clock, Ids ids) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
    }

    private static final String ACTIVE =
            """
            SELECT hash
              FROM api_key
             WHERE role = 'admin'
               AND revoked_at IS NULL
            """;

    /// The hashes of all keys that are let in.
    public List<byte[]> hashes(@Nullable String given) {
        var hashes =
                new ArrayList<>(
                        database.desk()
                                .withHandle(handle ->
                                        handle.createQuery(ACTIVE)
                                                .map((row, _) -> row.getBytes(1))
                                                .list()));
        if (given != null) {
            hashes.add(Access.hash(given));
        }
        return hashes;
    }

    // Two processes may start at once on a new database: only one of them makes the key.
    private static final String INSERT_FIRST =
            """
            INSERT INTO api_key (id, hash, role, created_at)
            SELECT :id, :hash, 'admin', :now
             WHERE NOT EXISTS (SELECT FROM api_key WHERE role = 'admin')
            """;

    /// Makes a key if there is none yet; returns it for the one time it can be shown.
    public Optional<String> makeFirst(RandomGenerator random) {
        var key = key(random);
        return database.desk()
                .inTransaction(tx -> {
                    tx.execute("SELECT pg_advisory_xact_lock(hashtext('first admin key'))");
                    int made =
                            tx.createUpdate(INSERT_FIRST)
                                    .bind("id", ids.next())
                                    .bind("hash", Access.hash(key))
                                    .bind("now", clock.instant())
                                    .execute();
                    return made == 1 ? Optional.of(key) : Optional.<String>empty();
                });
    }

    /// Hex and a checksum: a scanner that finds a key in a public place can tell it from noise.
    private static String key(RandomGenerator random) {
        var secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        var crc = new CRC32();
        crc.update(secret);
        return PREFIX + HexFormat.of().formatHex(secret) + "%08x".formatted(crc.getValue());
    }
}
