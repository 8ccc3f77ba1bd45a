package dev.waybill.testing;

import dev.waybill.infra.db.Database;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/// One process's way to the database, which a test may cut while others still reach it.
public final class Cable {

    private final TestDatabase db;
    private final AtomicInteger tries = new AtomicInteger();
    private volatile boolean cut;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    public Cable(TestDatabase db) {
        this.db = db;
    }

    public Database database() {
        var source =
                (DataSource)
                        Proxy.newProxyInstance(
                                Cable.class.getClassLoader(),
                                new Class<?>[] {DataSource.class},
                                (_, method, _) -> {
                                    if (method.getName().equals("getConnection")) {
                                        return connect();
                                    }
                                    throw new UnsupportedOperationException(method.getName());
                                });
        return new Database(source, source);
    }

    public void cut() {
        cut = true;
    }

    public void mend() {
        cut = false;
    }

    /// A client that connects waits for an answer until [#letGo].
    public void hold() {
        gate = new CountDownLatch(1);
    }

    public void letGo() {
        gate.countDown();
    }

    /// How many connections were asked for.
    public int tries() {
        return tries.get();
    }

    private Connection connect() throws SQLException, InterruptedException {
        tries.incrementAndGet();
        gate.await();
        if (cut) {
            throw new SQLException("the cable is cut", "08001");
        }
        return db.database().engine();
    }
}
