// Logs the file operations of a program below a folder in order, so that power cuts can be simulated:
//   WATCHED=/folder WATCH_LOG=/elsewhere/log LD_PRELOAD=./power.so program …
//
// An entry is a line "op path-bytes other-path-bytes offset data-bytes", then the two paths and the data.
// Operations are serialized, so that the log has the order in which the kernel executed them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *root;
static int log_file = -1;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("WATCH_LOG");
  root = getenv("WATCHED");
  if (root && path) log_file = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int watched(const char *path) {
  size_t length = root ? strlen(root) : 0;
  return log_file >= 0 && length && !strncmp(path, root, length) && (path[length] == '/' || !path[length]);
}

static void note(const char *op, const char *path, const char *other, long long offset, const void *data, size_t count) {
  char head[128];
  int length = snprintf(head, sizeof head, "%s %zu %zu %lld %zu\n", op, strlen(path), strlen(other), offset, count);
  struct iovec parts[] = {{head, length}, {(void *)path, strlen(path)}, {(void *)other, strlen(other)}, {(void *)data, count}};
  if (REAL(writev)(log_file, parts, 4) < 0) abort();
}

// Returns the current path of an open file, also after a rename; empty if it was removed.
static void path_of(int file, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
  if (length > 10 && !strcmp(path + length - 10, " (deleted)")) path[0] = 0;
}

static void absolute(int folder, const char *name, char *path) {
  char base[PATH_MAX] = "";
  if (name[0] != '/') {
    if (folder == AT_FDCWD) { if (!getcwd(base, sizeof base)) base[0] = 0; } else path_of(folder, base);
    strncat(base, "/", sizeof base - strlen(base) - 1);
  }
  snprintf(path, PATH_MAX, "%s%s", base, name);
}

static int opened(int folder, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  pthread_mutex_lock(&lock);
  absolute(folder, name, path);
  struct stat status;
  int is_new = (flags & O_CREAT) && fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0;
  int file = REAL(openat)(folder, name, flags, mode);
  int error = errno;
  if (file >= 0 && (flags & O_ACCMODE) != O_RDONLY && watched(path)) {
    if (is_new) note("create", path, "", 0, "", 0);
    else if (flags & O_TRUNC) note("truncate", path, "", 0, "", 0);
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return file;
}

int open(const char *path, int flags, ...) {
  va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest);
  return opened(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest);
  return opened(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest);
  return opened(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest);
  return opened(folder, path, flags, mode);
}
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

static void note_write(int file, long long offset, const void *data, ssize_t count) {
  char path[PATH_MAX];
  struct stat status;
  if (count <= 0 || fstat(file, &status) || !S_ISREG(status.st_mode)) return;
  path_of(file, path);
  if (watched(path)) note("write", path, "", offset, data, count);
}

static ssize_t written(int file, const void *data, size_t count, off64_t offset) {
  pthread_mutex_lock(&lock);
  off64_t place = offset;
  if (offset < 0) place = (fcntl(file, F_GETFL) & O_APPEND) ? lseek64(file, 0, SEEK_END) : lseek64(file, 0, SEEK_CUR);
  ssize_t done = offset < 0 ? REAL(write)(file, data, count) : REAL(pwrite64)(file, data, count, offset);
  int error = errno;
  if (log_file >= 0) note_write(file, place, data, done);
  pthread_mutex_unlock(&lock);
  errno = error;
  return done;
}

ssize_t write(int file, const void *data, size_t count) {
  struct stat status;
  // A write to a pipe may block on its reader, and must not block other operations.
  if (log_file < 0 || fstat(file, &status) || !S_ISREG(status.st_mode)) return REAL(write)(file, data, count);
  return written(file, data, count, -1);
}
ssize_t pwrite(int file, const void *data, size_t count, off_t offset) { return written(file, data, count, offset); }
ssize_t pwrite64(int file, const void *data, size_t count, off64_t offset) { return written(file, data, count, offset); }
ssize_t writev(int file, const struct iovec *parts, int count) {
  if (log_file < 0 || file == log_file) return REAL(writev)(file, parts, count);
  ssize_t sum = 0;
  for (int part = 0; part < count; part++) {
    ssize_t done = write(file, parts[part].iov_base, parts[part].iov_len);
    if (done < 0) return sum ? sum : done;
    sum += done;
    if ((size_t)done < parts[part].iov_len) break;
  }
  return sum;
}

// Operations on open files.
#define DONE(call, op, offset) \
  char path[PATH_MAX]; \
  pthread_mutex_lock(&lock); \
  int code = call, error = errno; \
  path_of(file, path); \
  if (!code && (watched(path) || !strcmp(op, "syncall")) && log_file >= 0) note(op, path, "", offset, "", 0); \
  pthread_mutex_unlock(&lock); \
  errno = error; \
  return code
int ftruncate(int file, off_t size) { DONE(REAL(ftruncate)(file, size), "truncate", size); }
int ftruncate64(int file, off64_t size) { DONE(REAL(ftruncate64)(file, size), "truncate", size); }
int fsync(int file) { DONE(REAL(fsync)(file), "sync", 0); }
int fdatasync(int file) { DONE(REAL(fdatasync)(file), "sync", 0); }
int syncfs(int file) { DONE(REAL(syncfs)(file), "syncall", 0); }

// Operations on names.
static int named(const char *op, int folder, const char *name, int other, const char *to, int (*call)(int, const char *, int, const char *, int), int flags) {
  char path[PATH_MAX], target[PATH_MAX] = "";
  pthread_mutex_lock(&lock);
  absolute(folder, name, path);
  if (to) absolute(other, to, target);
  int code = call(folder, name, other, to, flags), error = errno;
  if (!code && (watched(path) || watched(target))) note(op, path, target, 0, "", 0);
  pthread_mutex_unlock(&lock);
  errno = error;
  return code;
}
static int call_rename(int folder, const char *name, int other, const char *to, int flags) {
  return flags ? REAL(renameat2)(folder, name, other, to, flags) : REAL(renameat)(folder, name, other, to);
}
static int call_link(int folder, const char *name, int other, const char *to, int flags) { return REAL(linkat)(folder, name, other, to, flags); }
static int call_unlink(int folder, const char *name, int other, const char *to, int flags) { return REAL(unlinkat)(folder, name, flags); }
static int call_mkdir(int folder, const char *name, int other, const char *to, int mode) { return REAL(mkdirat)(folder, name, mode); }

int rename(const char *from, const char *to) { return named("rename", AT_FDCWD, from, AT_FDCWD, to, call_rename, 0); }
int renameat(int folder, const char *from, int other, const char *to) { return named("rename", folder, from, other, to, call_rename, 0); }
int renameat2(int folder, const char *from, int other, const char *to, unsigned flags) { return named("rename", folder, from, other, to, call_rename, flags); }
int link(const char *from, const char *to) { return named("link", AT_FDCWD, from, AT_FDCWD, to, call_link, 0); }
int linkat(int folder, const char *from, int other, const char *to, int flags) { return named("link", folder, from, other, to, call_link, flags); }
int unlink(const char *name) { return named("unlink", AT_FDCWD, name, 0, 0, call_unlink, 0); }
int unlinkat(int folder, const char *name, int flags) { return named("unlink", folder, name, 0, 0, call_unlink, flags); }
int rmdir(const char *name) { return named("unlink", AT_FDCWD, name, 0, 0, call_unlink, AT_REMOVEDIR); }
int remove(const char *name) {
  struct stat status;
  return lstat(name, &status) == 0 && S_ISDIR(status.st_mode) ? rmdir(name) : unlink(name);
}
int mkdir(const char *name, mode_t mode) { return named("mkdir", AT_FDCWD, name, 0, 0, call_mkdir, mode); }
int mkdirat(int folder, const char *name, mode_t mode) { return named("mkdir", folder, name, 0, 0, call_mkdir, mode); }
