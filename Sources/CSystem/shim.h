#pragma once
#include <spawn.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/vfs.h>

/* GNU functions, which Swift's own module of the C library leaves out since it
   is built without _GNU_SOURCE. */
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions,
                                                const char *path);
extern int pipe2(int ends[2], int flags);
extern int memfd_create(const char *name, unsigned int flags);

/* prctl() is variadic, and Swift cannot call C variadics. */
static inline int csystem_set_dumpable(int dumpable) {
  return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0);
}

/* POSIX_SPAWN_SETSID and MFD_CLOEXEC, which need _GNU_SOURCE, too. */
static const short csystem_spawn_new_session = 0x80;
static const unsigned int csystem_memory_close_on_exec = 1;
