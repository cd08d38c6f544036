/* The guard: lives as long as the supervisor, and cleans up behind it should it be killed. */
#include "processes.h"
#include "record.h"
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void tell_start(struct task *task, const char *text) {
    if (task->report >= 0) {
        /* One byte says that a word follows; without it the start command knows that nobody is left to speak. */
        dprintf(task->report, "=%s", text);
        close(task->report);
        task->report = -1;
    }
}

/* Only one guard may ever work in a directory; the lock lives as long as the guard or the supervisor. */
static int take_lock(struct task *task) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = openat(task->dir, "lock", O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    return fd < 0 ? -1 : fcntl(fd, F_OFD_SETLK, &whole);
}

static void detach(struct task *task) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int log = openat(task->dir, "supervisor.log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    setsid();
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(log < 0 ? null : log, STDERR_FILENO);
    if (chdir("/") != 0) {
        fprintf(stderr, "basalt-supervisor: cannot leave the start directory: %s\n", strerror(errno));
    }
}

static void clean_up(struct task *task, int status) {
    char text[RECORD_BYTES];
    int ignored = 0;
    int lost = !record_exists(task->dir, "exit");
    int left = end_descendants(0, &ignored);
    if (!record_exists(task->dir, "start") || record_exists(task->dir, "done")) {
        return; /* It never began, or its end is recorded. */
    }
    snprintf(
            text,
            sizeof text,
            "left_behind=%d\nlost=%d\nerror=the supervisor ended early (%s %d)\n",
            left,
            lost,
            WIFSIGNALED(status) ? "signal" : "exit code",
            WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    record_write_surely(task->dir, "done", text);
}

void guard_task(struct task *task) {
    detach(task);
    for (int number = 1; number < NSIG; number++) {
        if (number != SIGCHLD) {
            signal(number, SIG_IGN);
        }
    }
    if (take_lock(task) != 0 || record_exists(task->dir, "start")) {
        tell_start(task, "already");
        _exit(ALREADY_STARTED);
    }
    task->guard = getpid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t supervisor = fork();
    if (supervisor == 0) {
        supervise_task(task);
    }
    if (supervisor < 0) {
        tell_start(task, "Cannot fork the supervisor. Maybe the machine has no free process ids or memory");
        _exit(FAILED);
    }
    close(task->report);
    int status = 0;
    while (waitpid(supervisor, &status, 0) < 0 && errno == EINTR) {
    }
    clean_up(task, status);
    _exit(0);
}
