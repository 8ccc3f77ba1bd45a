package dev.waybill.infra;

/// What is running, as the build wrote it into the jar.
public final class Version {

    private Version() {}

    public static String current() {
        var version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
