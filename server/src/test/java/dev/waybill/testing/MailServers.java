package dev.waybill.testing;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;

/// Mail servers on this machine, each on a free port.
public final class MailServers {

    /// Its own limit is too short for a busy machine.
    private static final long STARTUP_MILLIS_MAX = 30_000;

    private MailServers() {}

    public static GreenMail create() {
        var setup = new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP);
        setup.setServerStartupTimeout(STARTUP_MILLIS_MAX);
        return new GreenMail(setup);
    }
}
