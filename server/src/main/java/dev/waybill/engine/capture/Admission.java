package dev.waybill.engine.capture;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.capture.CaptureResult.Clash;
import dev.waybill.engine.capture.CaptureResult.Repeated;
import dev.waybill.engine.capture.CaptureResult.Unconfirmed;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Decides which items of a batch are new, which repeat an earlier event and which conflict with
/// one. The unique index decides between processes; within a batch the first of several equal items
/// wins.
final class Admission {

    /// @param items the items to capture, in order
    /// @param answers the results of the others, to be returned after the commit
    record Decision(List<Item> items, Map<Item, CaptureResult> answers) {}

    private final KeyStore store = new KeyStore();

    Decision decide(Connection tx, List<Item> items, Instant now) throws SQLException {
        var answers = new LinkedHashMap<Item, CaptureResult>();
        refuseIdsOfOurs(tx, items, answers);

        var firstWith = new HashMap<KeyName, Item>();
        var wanted = new ArrayList<KeyStore.KeyRequest>();
        for (var item : items) {
            if (answers.containsKey(item) || !isFirst(item, firstWith)) {
                continue;
            }
            for (var key : item.publication().keys()) {
                var name = KeyName.of(item.publication(), key);
                firstWith.put(name, item);
                wanted.add(new KeyStore.KeyRequest(name, key.fingerprint(), item.eventId()));
            }
        }
        if (firstWith.isEmpty()) {
            var rest = items.stream().filter(item -> !answers.containsKey(item)).toList();
            return new Decision(rest, answers);
        }
        var taken = store.takeKeys(tx, wanted, now);
        var owners = owners(tx, items, taken, firstWith);

        var admitted = new ArrayList<Item>();
        var givenBack = new ArrayList<KeyName>();
        for (var item : items) {
            if (answers.containsKey(item)) {
                continue;
            }
            var answer = answerFor(item, taken, firstWith, owners);
            if (answer == null) {
                admitted.add(item);
            } else {
                answers.put(item, answer);
                givenBack.addAll(ownKeys(item, taken, firstWith));
            }
        }
        if (!givenBack.isEmpty()) {
            store.giveBack(tx, givenBack);
            distrust(answers, givenBack, firstWith);
        }
        return new Decision(admitted, answers);
    }

    /// A producer may choose any id except one that Waybill has already given to another event.
    private void refuseIdsOfOurs(Connection tx, List<Item> items, Map<Item, CaptureResult> answers)
            throws SQLException {
        var lookAlikes = new HashMap<UUID, List<Item>>();
        for (var item : items) {
            var ownId = item.publication().ownId();
            if (ownId != null) {
                IdKind.EVENT
                        .parse(ownId)
                        .filter(Ids::isVersion7)
                        .ifPresent(id ->
                                lookAlikes.computeIfAbsent(id, _ -> new ArrayList<>()).add(item));
            }
        }
        if (!lookAlikes.isEmpty()) {
            for (var id : store.existingEvents(tx, List.copyOf(lookAlikes.keySet()))) {
                for (var item : lookAlikes.getOrDefault(id, List.of())) {
                    answers.put(item, new Clash(PublishKey.Kind.EVENT_ID));
                }
            }
        }
    }

    private static boolean isFirst(Item item, Map<KeyName, Item> firstWith) {
        return item.publication().keys().stream()
                .map(key -> KeyName.of(item.publication(), key))
                .noneMatch(firstWith::containsKey);
    }

    private static boolean isOwner(Item item, KeyName name, Map<KeyName, Item> firstWith) {
        var first = firstWith.get(name);
        return first != null && first.eventId().equals(item.eventId());
    }

    private Map<KeyName, KeyStore.Owned> owners(
            Connection tx, List<Item> items, Set<KeyName> taken, Map<KeyName, Item> firstWith)
            throws SQLException {
        var asked = new HashSet<KeyName>();
        for (var item : items) {
            for (var key : item.publication().keys()) {
                var name = KeyName.of(item.publication(), key);
                if (!taken.contains(name) || !isOwner(item, name, firstWith)) {
                    asked.add(name);
                }
                if (name.ordinal() > 0) {
                    asked.add(name.ofTheBatch());
                }
            }
        }
        var owners = new HashMap<KeyName, KeyStore.Owned>();
        if (!asked.isEmpty()) {
            for (var owned : store.ownersOf(tx, List.copyOf(asked))) {
                owners.put(owned.name(), owned);
            }
        }
        return owners;
    }

    /// Null for an item that owns all of its keys and is to be captured. A key with another owner
    /// decides the answer.
    private static @Nullable CaptureResult answerFor(
            Item item,
            Set<KeyName> taken,
            Map<KeyName, Item> firstWith,
            Map<KeyName, KeyStore.Owned> owners) {
        CaptureResult answer = null;
        for (var key : item.publication().keys()) {
            var name = KeyName.of(item.publication(), key);
            var batch = owners.get(name.ofTheBatch());
            if (batch != null && !Arrays.equals(key.fingerprint(), batch.fingerprint())) {
                return new Clash(key.kind());
            }
            if (taken.contains(name) && isOwner(item, name, firstWith)) {
                continue;
            }
            var owner = owners.get(name);
            if (owner != null) {
                return Arrays.equals(key.fingerprint(), owner.fingerprint())
                        ? new Repeated(owner.eventId())
                        : new Clash(key.kind());
            }
            // The key has no owner: it was taken when we tried and deleted when we looked, or it
            // was not asked for because the item repeats another one by its other key. Publishing
            // again gives the answer.
            answer = new Unconfirmed();
        }
        return answer;
    }

    private static List<KeyName> ownKeys(
            Item item, Set<KeyName> taken, Map<KeyName, Item> firstWith) {
        return item.publication().keys().stream()
                .map(key -> KeyName.of(item.publication(), key))
                .filter(name -> taken.contains(name) && isOwner(item, name, firstWith))
                .toList();
    }

    /// An item that repeats one which is not captured after all must be published again.
    private static void distrust(
            Map<Item, CaptureResult> answers,
            List<KeyName> givenBack,
            Map<KeyName, Item> firstWith) {
        var gone = Set.copyOf(givenBack);
        answers.replaceAll((item, answer) ->
                answer instanceof Repeated && followsOneOf(gone, item, firstWith)
                        ? new Unconfirmed()
                        : answer);
    }

    private static boolean followsOneOf(
            Set<KeyName> names, Item item, Map<KeyName, Item> firstWith) {
        return item.publication().keys().stream()
                .map(key -> KeyName.of(item.publication(), key))
                .anyMatch(name -> names.contains(name) && !isOwner(item, name, firstWith));
    }
}
