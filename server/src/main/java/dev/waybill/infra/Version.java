package dev.waybill.infra;

/// The version of the running program, which the build wrote into the jar.
public final class Version {

    private Version() {}

    public static String current() {
        var version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
