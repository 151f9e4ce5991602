#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift does not import: the library copies what is bound.
static inline int sqlite_bind_text_copy(sqlite3_stmt *statement, int index, const void *text,
                                        sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, (const char *)text, length, SQLITE_TRANSIENT,
                             SQLITE_UTF8);
}

static inline int sqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes,
                                        sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}
