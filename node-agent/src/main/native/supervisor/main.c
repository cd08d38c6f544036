/* basalt-supervisor start DIR WORKDIR | sweep DIR. supervisor.h is the map. */
#include "processes.h"
#include "record.h"
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int read_answer(int pipe_end) {
    char text[RECORD_BYTES + 1];
    ssize_t length = 0;
    while (length < RECORD_BYTES) {
        ssize_t got = read(pipe_end, text + length, (size_t)(RECORD_BYTES - length));
        if (got == 0 || (got < 0 && errno != EINTR)) {
            break;
        }
        length += got > 0 ? got : 0;
    }
    text[length] = '\0';
    if (length == 0) {
        fprintf(stderr, "The supervisor ended before the task was recorded. Maybe it was killed\n");
        return FAILED;
    }
    if (strcmp(text, "=already") == 0) {
        fprintf(stderr, "The task was already started\n");
        return ALREADY_STARTED;
    }
    if (length > 1) {
        fprintf(stderr, "%s\n", text + 1);
        return FAILED;
    }
    return STARTED;
}

int start_task(struct task *task) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        fprintf(stderr, "Cannot make a pipe: %s\n", strerror(errno));
        return FAILED;
    }
    pid_t guard = fork();
    if (guard == 0) {
        close(ends[0]);
        task->report = ends[1];
        guard_task(task);
    }
    close(ends[1]);
    if (guard < 0) {
        fprintf(stderr, "Cannot fork: %s\n", strerror(errno));
        return FAILED;
    }
    return read_answer(ends[0]);
}

static int open_task(struct task *task, const char *path) {
    task->path = realpath(path, NULL);
    task->dir = task->path == NULL ? -1 : open(task->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (task->dir < 0) {
        fprintf(stderr, "Cannot open the task's directory %s: %s\n", path, strerror(errno));
        return -1;
    }
    return 0;
}

static int sweep(const char *path) {
    char *entry = NULL;
    char *whole = realpath(path, NULL);
    if (asprintf(&entry, "BASALT_TASK=%s", whole == NULL ? path : whole) < 0) {
        return FAILED;
    }
    int ended = end_marked(entry);
    printf("%d\n", ended);
    return ended < 0 ? FAILED : 0;
}

int main(int count, char **words) {
    struct task task = {.report = -1, .dir = -1};
    close_range(STDERR_FILENO + 1, ~0U, 0);
    if (count == 4 && strcmp(words[1], "start") == 0) {
        task.work_path = words[3];
        return open_task(&task, words[2]) != 0 ? FAILED : start_task(&task);
    }
    if (count == 3 && strcmp(words[1], "sweep") == 0) {
        return sweep(words[2]);
    }
    fprintf(stderr, "usage: basalt-supervisor start DIRECTORY WORKING_DIRECTORY | sweep DIRECTORY\n");
    return USAGE;
}
