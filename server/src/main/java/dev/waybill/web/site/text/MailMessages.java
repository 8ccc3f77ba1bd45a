package dev.waybill.web.site.text;

/// The texts of the pages that links in mails lead to.
public final class MailMessages {

    public static final String CONFIRM = "Confirm your address";
    public static final String CONFIRM_BUTTON = "Confirm";
    public static final String CONFIRMED = "Confirmed";
    public static final String UNSUBSCRIBE = "Unsubscribe";
    public static final String UNSUBSCRIBE_BUTTON = "Unsubscribe";
    public static final String UNSUBSCRIBED = "Unsubscribed";
    public static final String UNKNOWN = "This link does not work";
    public static final String UNKNOWN_TEXT =
            "It may be incomplete: copy all of it from the mail. An address that has unsubscribed"
                    + " cannot be confirmed again.";

    private MailMessages() {}

    public static String confirm(String address) {
        return address + " is notified when its webhook endpoints fail.";
    }

    public static String confirmed(String address) {
        return address + " is notified from now on.";
    }

    public static String unsubscribe(String address) {
        return address + " gets no more mail about its webhook endpoints.";
    }

    public static String unsubscribed(String address) {
        return address + " gets no more mail.";
    }
}
