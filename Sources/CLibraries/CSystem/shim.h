// What the C library's module for Swift leaves out: the allocator's settings, and calls that
// headers show only to those who define _GNU_SOURCE.
#include <malloc.h>
#include <sys/types.h>

ssize_t copy_file_range(int from, off_t *from_offset, int to, off_t *to_offset, size_t length,
                        unsigned int flags);
int renameat2(int from_folder, const char *from, int to_folder, const char *to,
              unsigned int flags);

enum { SYSTEM_RENAME_NOREPLACE = 1, SYSTEM_RENAME_EXCHANGE = 2 };
