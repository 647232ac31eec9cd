#pragma once
#include <dlfcn.h>
#include <liboath/oath.h>
#include <stddef.h>

/* Both are loaded when a code is made, as libgit2 is: few commands need one, and
   the program is to start where they are not installed. */
struct coath_functions {
  __typeof__(&oath_init) oath_init;
  __typeof__(&oath_hotp_generate) oath_hotp_generate;
  __typeof__(&oath_totp_generate2) oath_totp_generate2;
};

/* Loads liboath and fills `functions`. Returns whether that was possible. */
static inline int coath_load(struct coath_functions *functions) {
  void *library = dlopen("liboath.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define COATH_LOAD(name) \
  if (!(functions->name = (__typeof__(&name))dlsym(library, #name))) return 0;
  COATH_LOAD(oath_init)
  COATH_LOAD(oath_hotp_generate)
  COATH_LOAD(oath_totp_generate2)
#undef COATH_LOAD
  return functions->oath_init() == OATH_OK;
}

/* What libgcrypt declares, whose header would bring half of the C library's types
   into this module; they have been the same since its version 1.6. */
struct coath_gcrypt_buffer {
  size_t size, offset, length;
  void *data;
};
typedef const char *(*coath_gcry_check_version)(const char *wanted);
typedef unsigned int (*coath_gcry_md_hash_buffers)(int algorithm, unsigned int flags, void *digest,
                                                   const struct coath_gcrypt_buffer *buffers,
                                                   int count);
enum { COATH_GCRY_MD_SHA1 = 2, COATH_GCRY_MD_FLAG_HMAC = 2 };

/* HMAC-SHA-1 by libgcrypt, which GnuPG brings along: liboath gives away no more
   than eight decimal digits of it. Returns 0, or -1 if the library cannot be
   loaded, or its own error. */
static inline int coath_hmac_sha1(void *key, size_t key_length, void *data, size_t length,
                                  unsigned char *digest) {
  void *library = dlopen("libgcrypt.so.20", RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
  coath_gcry_check_version check =
      (coath_gcry_check_version)dlsym(library, "gcry_check_version");
  coath_gcry_md_hash_buffers hash =
      (coath_gcry_md_hash_buffers)dlsym(library, "gcry_md_hash_buffers");
  if (!check || !hash || !check(NULL)) return -1;
  struct coath_gcrypt_buffer buffers[2] = {{.length = key_length, .data = key},
                                           {.length = length, .data = data}};
  return (int)hash(COATH_GCRY_MD_SHA1, COATH_GCRY_MD_FLAG_HMAC, digest, buffers, 2);
}
