#include <nettle/sha2.h>

// The library's names are macros, which Swift does not import.
static inline void nettle_start(struct sha256_ctx *context) { sha256_init(context); }

static inline void nettle_add(struct sha256_ctx *context, size_t length, const void *bytes) {
  sha256_update(context, length, (const uint8_t *)bytes);
}

static inline void nettle_end(struct sha256_ctx *context, size_t length, void *digest) {
  sha256_digest(context, length, (uint8_t *)digest);
}
