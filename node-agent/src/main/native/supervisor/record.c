#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { RESERVED_BYTES = 1024, NAME_BYTES = 64 };

static int write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t done = write(fd, bytes, length);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done < 0) {
            return -1;
        }
        bytes += done;
        length -= (size_t)done;
    }
    return 0;
}

static int close_with(int fd, int result) {
    int error = errno;
    if (close(fd) != 0 && result == 0) {
        return -1;
    }
    errno = error;
    return result;
}

static int open_temporary(int dir, const char *name) {
    char temporary[NAME_BYTES];
    snprintf(temporary, sizeof temporary, "%s.tmp", name);
    return openat(dir, temporary, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
}

int record_reserve(int dir, const char *name) {
    char zeroes[RESERVED_BYTES] = {0};
    int fd = open_temporary(dir, name);
    if (fd < 0) {
        return -1;
    }
    /* Written, not fallocated: only blocks that were written once are sure to be writable again. */
    int result = write_all(fd, zeroes, sizeof zeroes) != 0 ? -1 : fsync(fd);
    return close_with(fd, result);
}

int record_write(int dir, const char *name, const char *text) {
    char temporary[NAME_BYTES];
    size_t length = strlen(text);
    snprintf(temporary, sizeof temporary, "%s.tmp", name);
    int fd = open_temporary(dir, name);
    if (fd < 0) {
        return -1;
    }
    int result = write_all(fd, text, length) != 0 || ftruncate(fd, (off_t)length) != 0 || fsync(fd) != 0 ? -1 : 0;
    if (close_with(fd, result) != 0) {
        return -1;
    }
    return renameat(dir, temporary, dir, name) != 0 ? -1 : fsync(dir);
}

static int is_removed(int dir) {
    struct stat status;
    return fstat(dir, &status) == 0 && status.st_nlink == 0;
}

void record_write_surely(int dir, const char *name, const char *text) {
    struct timespec pause = {.tv_sec = 1, .tv_nsec = 0};
    for (int tries = 0; record_write(dir, name, text) != 0; tries++) {
        if (is_removed(dir)) {
            return; /* Nobody can ever read the record. */
        }
        if (tries == 0) {
            fprintf(stderr, "basalt-supervisor: writing %s: %s; trying again each second\n", name, strerror(errno));
        }
        nanosleep(&pause, NULL);
    }
}

int record_exists(int dir, const char *name) {
    return faccessat(dir, name, F_OK, 0) == 0;
}

char *file_read(int dir, const char *name, long *length) {
    struct stat status;
    int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return NULL;
    }
    char *bytes = fstat(fd, &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;
    long got = 0;
    while (bytes != NULL && got < status.st_size) {
        ssize_t done = read(fd, bytes + got, (size_t)(status.st_size - got));
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            break;
        }
        got += done;
    }
    close_with(fd, 0);
    if (bytes != NULL) {
        bytes[got] = '\0';
        *length = got;
    }
    return bytes;
}
