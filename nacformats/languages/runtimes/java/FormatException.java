package @package;

import java.io.IOException;

/** A file is not as its schema says, or a tree cannot be written. */
public final class FormatException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final long offset;

    FormatException(String path, long offset, String message) {
        super(offset < 0 ? said(path, message) : said((path + " (byte " + offset + ")").strip(), message));
        this.path = path;
        this.offset = offset;
    }

    private static String said(String place, String message) {
        return place.isEmpty() ? message : place + ": " + message;
    }

    /** Return the field that is wrong, such as tensors[3].ofs_body. */
    public String path() {
        return path;
    }

    /** Return the byte of the file where it is; -1 if a tree cannot be written. */
    public long offset() {
        return offset;
    }
}
