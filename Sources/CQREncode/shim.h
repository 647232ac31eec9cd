#pragma once
#include <dlfcn.h>
#include <qrencode.h>

/* Loaded when a code is drawn, as libgit2 is: few commands need it, and the
   program is to start where it is not installed. */
struct cqrencode_functions {
  __typeof__(&QRcode_encodeString) QRcode_encodeString;
  __typeof__(&QRcode_encodeData) QRcode_encodeData;
  __typeof__(&QRcode_free) QRcode_free;
};

/* Loads the library and fills `functions`. Returns whether that was possible. */
static inline int cqrencode_load(struct cqrencode_functions *functions) {
  void *library = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define CQRENCODE_LOAD(name) \
  if (!(functions->name = (__typeof__(&name))dlsym(library, #name))) return 0;
  CQRENCODE_LOAD(QRcode_encodeString)
  CQRENCODE_LOAD(QRcode_encodeData)
  CQRENCODE_LOAD(QRcode_free)
#undef CQRENCODE_LOAD
  return 1;
}
