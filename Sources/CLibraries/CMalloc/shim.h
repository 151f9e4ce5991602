// The C library's module for Swift leaves out the allocator's settings.
#include <malloc.h>
