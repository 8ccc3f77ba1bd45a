package dev.waybill.feature.notifications;

/// What a mail says.
///
/// @param url the page that helps
public record MailText(String subject, MailBody body, String url) {}
