package dev.waybill.web.site.endpoint;

import java.util.ArrayList;
import java.util.List;

/// A sentence of a contract for a page: plain text, with code between backquotes.
public record ContractText(String text, boolean code) {

    /// The sentence in its parts.
    public static List<ContractText> of(String sentence) {
        var parts = new ArrayList<ContractText>();
        var pieces = sentence.split("`", -1);
        for (int i = 0; i < pieces.length; i++) {
            if (!pieces[i].isEmpty()) {
                parts.add(new ContractText(pieces[i], i % 2 == 1));
            }
        }
        return parts;
    }
}
