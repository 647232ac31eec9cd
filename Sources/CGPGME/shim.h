#pragma once
#include <gpgme.h>

/* gpgme_check_version() is also a macro, which compares the layout of structs
   with the library's. Swift does not see such macros; this calls it. */
static inline const char *cgpgme_check_version(const char *wanted) {
  return gpgme_check_version(wanted);
}
