package dev.waybill.ui.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What can be chosen in forms: the word that is sent, and what people read.
public final class SettingChoices {

    public static final Map<String, String> ROLES =
            inOrder(
                    "viewer",
                    "Viewer",
                    "producer",
                    "Producer",
                    "operator",
                    "Operator",
                    "app",
                    "App",
                    "admin",
                    "Admin");

    public static final Map<String, String> PERSON_ROLES =
            inOrder("viewer", "Viewer", "operator", "Operator", "admin", "Admin");

    public static final Map<String, String> MODES = inOrder("live", "Live", "test", "Test");

    public static final Map<String, String> TEST_MODE = inOrder("test", "Test");

    public static final Map<String, String> TIMES = inOrder("utc", "UTC", "local", "Local");

    public static final Map<String, String> SWITCH = inOrder("on", "On", "off", "Off");

    public static final Map<String, String> SCHEDULES =
            inOrder(
                    "offsets",
                    "Times since the first attempt",
                    "waits",
                    "Waits between attempts",
                    "exponential",
                    "Exponential waits");

    public static final Map<String, String> JITTERS =
            inOrder(
                    "none",
                    "None",
                    "proportional",
                    "Proportional: up to a part of the wait more",
                    "additive",
                    "Additive: up to a part of the first wait more",
                    "full",
                    "Full: anywhere within the wait");

    private SettingChoices() {}

    private static Map<String, String> inOrder(String... pairs) {
        var map = new LinkedHashMap<String, String>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return Collections.unmodifiableMap(map);
    }
}
