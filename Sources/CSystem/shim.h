#pragma once
#include <spawn.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/vfs.h>
#include <time.h>

/* GNU functions, which Swift's own module of the C library leaves out since it
   is built without _GNU_SOURCE. */
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions,
                                                const char *path);
extern int pipe2(int ends[2], int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern int close_range(unsigned int first, unsigned int last, int flags);
extern char *strptime(const char *text, const char *form, struct tm *parts);
enum { CSYSTEM_SPAWN_SETSID = 0x80 }; /* POSIX_SPAWN_SETSID */
enum { CSYSTEM_MFD_CLOEXEC = 1 };     /* MFD_CLOEXEC */

/* prctl() is variadic, and Swift cannot call C variadics. */
static inline int csystem_set_dumpable(int dumpable) {
  return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0);
}
