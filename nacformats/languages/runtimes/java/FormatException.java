package @package;

import java.io.IOException;

/** A file is not as its schema says, or a tree cannot be written. */
public final class FormatException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final long offset;

    FormatException(String path, long offset, String message) {
        super((path + " (byte " + offset + "): " + message).strip());
        this.path = path;
        this.offset = offset;
    }

    /** Return the field that is wrong, such as tensors[3].ofs_body. */
    public String path() {
        return path;
    }

    /** Return the byte of the file where it is. */
    public long offset() {
        return offset;
    }
}
