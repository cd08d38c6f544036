/* Small text files that are either whole and on disk, or absent. */
#ifndef BASALT_RECORD_H
#define BASALT_RECORD_H

/* Takes the room for record NAME now, so that a full disk cannot refuse it later. 0, or -1 with errno. */
int record_reserve(int dir, const char *name);

/* Writes TEXT as record NAME: temporary file, fsync, rename, fsync of the directory. 0, or -1 with errno. */
int record_write(int dir, const char *name, const char *text);

/* As record_write, but tries again until it works: for what must never be lost. */
void record_write_surely(int dir, const char *name, const char *text);

/* 1 if record NAME exists. */
int record_exists(int dir, const char *name);

/* Reads the whole file NAME into fresh memory with a NUL after it; LENGTH gets its size. NULL with errno. */
char *file_read(int dir, const char *name, long *length);

#endif
