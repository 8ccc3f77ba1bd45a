package dev.waybill.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.command.PlainText;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// The cursors of one list: where a page ended, as a text that is opaque to the client. A position
/// has exactly one cursor.
///
/// @param write the position in bytes
/// @param read the position from its bytes; throws `IllegalArgumentException` if there is no such
///   position
public record Cursor<T>(PagedList list, Function<T, byte[]> write, Function<ByteBuffer, T> read) {

    public static final int ID_BYTES = 16;

    /// Cursors of a list in the order of ids.
    public static Cursor<UUID> ofIds(PagedList list) {
        return new Cursor<>(
                list, id -> putId(ByteBuffer.allocate(ID_BYTES), id).array(), Cursor::getId);
    }

    /// Cursors of a list in the order of names.
    public static Cursor<String> ofNames(PagedList list) {
        return new Cursor<>(list, name -> (":" + name).getBytes(UTF_8), Cursor::getName);
    }

    public static ByteBuffer putId(ByteBuffer bytes, UUID id) {
        return bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    public static UUID getId(ByteBuffer bytes) {
        return new UUID(bytes.getLong(), bytes.getLong());
    }

    private static String getName(ByteBuffer bytes) {
        bytes.get();
        var name = UTF_8.decode(bytes).toString();
        if (!PlainText.isLine(name)) {
            throw new IllegalArgumentException("not a name");
        }
        return name;
    }

    public String encode(T position) {
        var bytes = write.apply(position);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(
                        ByteBuffer.allocate(1 + bytes.length).put(list.mark()).put(bytes).array());
    }

    /// The position; empty for any text that is not a cursor of this list.
    public Optional<T> decode(String text) {
        try {
            var bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            if (bytes.get() != list.mark()) {
                return Optional.empty();
            }
            // The comparison refuses trailing bytes and other spellings.
            return Optional.of(read.apply(bytes)).filter(found -> encode(found).equals(text));
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            return Optional.empty();
        }
    }
}
