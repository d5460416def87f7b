/*
 * A loadable SQLite extension that passes everything through to the system's own VFS and, as the new default one, writes down what reaches
 * files with a name: creations, writes, truncations, syncs and removals, as lines of JSON in the file that RECORDED_FILES names, in one order
 * with those of recorded-files.ts. SQLite's randomness comes from a fixed seed. Loaded once; it stays for the life of the process.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT1

/* Lies behind the file of the system's VFS, which has other methods for databases than for journals and logs. */
typedef struct {
  const char *path;
  int owesFolder;
  const sqlite3_io_methods *plain;
  sqlite3_io_methods recording;
} Tail;

static sqlite3_vfs *base, vfs;
static int journal;

static Tail *tailOf(sqlite3_file *file) { return (Tail *)((char *)file + base->szOsFile); }

/* One line, at once: others append to the same file. */
static void note(const char *what, const char *path, sqlite3_int64 at, const void *bytes, int count) {
  char *line = malloc(strlen(path) + 100 + 2 * count);
  int length = sprintf(line, "[\"%s\",\"%s\",\"\",%lld,\"", what, path, (long long)at);
  for (int i = 0; i < count; i++) length += sprintf(line + length, "%02x", ((const unsigned char *)bytes)[i]);
  length += sprintf(line + length, "\"]\n");
  if (write(journal, line, length) != length) abort();
  free(line);
}

static void noteFolder(const char *path) {
  char *folder = strdup(path);
  *strrchr(folder, '/') = 0;
  note("sync", folder, 0, 0, 0);
  free(folder);
}

static int writeFile(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at) {
  int code = tailOf(file)->plain->xWrite(file, bytes, count, at);
  if (code == SQLITE_OK) note("write", tailOf(file)->path, at, bytes, count);
  return code;
}

static int truncateFile(sqlite3_file *file, sqlite3_int64 size) {
  int code = tailOf(file)->plain->xTruncate(file, size);
  if (code == SQLITE_OK) note("truncate", tailOf(file)->path, size, 0, 0);
  return code;
}

/* The system's VFS syncs the folder of a journal or a log with the first sync of that. */
static int syncFile(sqlite3_file *file, int flags) {
  Tail *tail = tailOf(file);
  int code = tail->plain->xSync(file, flags);
  if (code != SQLITE_OK) return code;
  note("sync", tail->path, 0, 0, 0);
  if (tail->owesFolder) noteFolder(tail->path);
  tail->owesFolder = 0;
  return code;
}

static int openFile(sqlite3_vfs *self, const char *path, sqlite3_file *file, int flags, int *given) {
  int isNew = path != 0 && access(path, F_OK) != 0;
  int code = base->xOpen(self, path, file, flags, given);
  if (code != SQLITE_OK || path == 0) return code;
  if (isNew) note("create", path, 0, 0, 0);
  Tail *tail = tailOf(file);
  tail->path = path;
  tail->owesFolder =
    (flags & SQLITE_OPEN_CREATE) && (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL));
  tail->recording = *(tail->plain = file->pMethods);
  tail->recording.xWrite = writeFile;
  tail->recording.xTruncate = truncateFile;
  tail->recording.xSync = syncFile;
  file->pMethods = &tail->recording;
  return code;
}

static int deleteFile(sqlite3_vfs *self, const char *path, int syncFolder) {
  int code = base->xDelete(self, path, syncFolder);
  if (code != SQLITE_OK) return code;
  note("remove", path, 0, 0, 0);
  if (syncFolder) noteFolder(path);
  return code;
}

static int randomness(sqlite3_vfs *self, int count, char *out) {
  static unsigned state = 20261124;
  (void)self;
  for (int i = 0; i < count; i++) out[i] = (char)((state = state * 1664525u + 1013904223u) >> 24);
  return count;
}

int sqlite3_extension_init(sqlite3 *database, char **problem, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  (void)database;
  (void)problem;
  const char *out = getenv("RECORDED_FILES");
  if (out == 0 || (journal = open(out, O_WRONLY | O_APPEND | O_CREAT, 0600)) < 0) return SQLITE_ERROR;
  base = sqlite3_vfs_find(0);
  vfs = *base;
  vfs.zName = "recording";
  vfs.szOsFile += sizeof(Tail);
  vfs.xOpen = openFile;
  vfs.xDelete = deleteFile;
  vfs.xRandomness = randomness;
  sqlite3_randomness(0, 0);
  return sqlite3_vfs_register(&vfs, 1) == SQLITE_OK ? SQLITE_OK_LOAD_PERMANENTLY : SQLITE_ERROR;
}
