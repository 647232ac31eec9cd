#pragma once
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/vfs.h>
#include <time.h>

/* GNU functions, which Swift's own module of the C library leaves out since it
   is built without _GNU_SOURCE. */
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions,
                                                const char *path);
extern int pipe2(int ends[2], int flags);
/* Its header would make `struct stat` a type of this module for some files. */
extern int flock(int descriptor, int operation);
enum { CSYSTEM_LOCK_EX = 2, CSYSTEM_LOCK_NB = 4, CSYSTEM_LOCK_UN = 8 };
extern int memfd_create(const char *name, unsigned int flags);
extern void *memmem(const void *bytes, size_t size, const void *part, size_t part_size);
extern int close_range(unsigned int first, unsigned int last, int flags);
enum { CSYSTEM_SPAWN_SETSID = 0x80 }; /* POSIX_SPAWN_SETSID */
enum { CSYSTEM_MFD_CLOEXEC = 1 };     /* MFD_CLOEXEC */
enum { CSYSTEM_MFD_ALLOW_SEALING = 2 };
enum { CSYSTEM_F_ADD_SEALS = 1033 };
enum { CSYSTEM_SEAL_ALL = 15 }; /* F_SEAL_SEAL, _SHRINK, _GROW and _WRITE */
enum { CSYSTEM_F_SETPIPE_SZ = 1031 };

/* The header would bring `struct stat` and others in, which Swift is to know from
   Glibc alone. */
struct csystem_signal {
  unsigned int number;
  int error;
  int code;
  unsigned int sender;
  unsigned char rest[112]; /* struct signalfd_siginfo has 128 bytes in all. */
};
extern int signalfd(int descriptor, const sigset_t *signals, int flags);

/* The columns of a character on a terminal, by the thread's locale; -1 if it has none.
   The header has wcwidth() only with _XOPEN_SOURCE. */
static inline int csystem_width(unsigned int character) {
  extern int wcwidth(__WCHAR_TYPE__);
  return wcwidth((__WCHAR_TYPE__)character);
}

/* prctl() is variadic, and Swift cannot call C variadics. */
static inline int csystem_set_dumpable(int dumpable) {
  return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0);
}

static inline int csystem_adopt_orphans(int adopt) {
  return prctl(PR_SET_CHILD_SUBREAPER, adopt, 0, 0, 0);
}

/* Swift takes `struct tm` for a type of whichever C module is loaded first, so it
   stays on this side. */

/* Writes a moment as strftime() does, in local time or UTC; returns the length. */
static inline size_t csystem_format_time(time_t seconds, int is_local, const char *form,
                                         char *buffer, size_t size) {
  struct tm parts;
  tzset(); /* localtime_r() alone need not read TZ. */
  if (!(is_local ? localtime_r(&seconds, &parts) : gmtime_r(&seconds, &parts)))
    return 0;
  return strftime(buffer, size, form, &parts);
}

/* Reads a moment as strptime() does; without a zone it is local. Returns whether the
   whole text was read. */
static inline int csystem_parse_time(const char *text, const char *form, int has_zone,
                                     time_t *seconds) {
  extern char *strptime(const char *, const char *, struct tm *);
  struct tm parts = {.tm_isdst = -1};
  const char *end = strptime(text, form, &parts);
  if (!end || *end)
    return 0;
  long offset = parts.tm_gmtoff;
  *seconds = has_zone ? timegm(&parts) - offset : mktime(&parts);
  return 1;
}
