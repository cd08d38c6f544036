/* The supervisor proper: records the start, waits, stops on demand, records the exit, leaves nothing behind. */
#include "processes.h"
#include "record.h"
#include "supervisor.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct ending {
    int status;
    int reaped;   /* the main process has ended, STATUS holds its wait status */
    int stopping; /* a stop was asked for */
    int forced;   /* the grace ran out */
    long long deadline_millis;
};

static long long clock_millis(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void read_boot_id(char *text, size_t room) {
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
    text[0] = '\0';
    if (file != NULL && fgets(text, (int)room, file) != NULL) {
        text[strcspn(text, "\n")] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
}

static int record_start(const struct task *task) {
    char boot[64];
    char text[RECORD_BYTES];
    read_boot_id(boot, sizeof boot);
    snprintf(
            text,
            sizeof text,
            "guard_pid=%d\nguard_start=%llu\nsupervisor_pid=%d\nsupervisor_start=%llu\nchild_pid=%d\nchild_start=%llu\n"
            "boot_id=%s\nstarted_millis=%lld\n",
            task->guard,
            process_start(task->guard),
            getpid(),
            process_start(getpid()),
            task->child,
            process_start(task->child),
            boot,
            clock_millis(CLOCK_REALTIME));
    return record_write(task->dir, "start", text);
}

static void record_exit(const struct task *task, const struct ending *ending, int exec_error) {
    char text[RECORD_BYTES];
    int status = ending->status;
    int signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    int code = signal_number > 0 ? 128 + signal_number : WEXITSTATUS(status);
    snprintf(
            text,
            sizeof text,
            "code=%d\nsignal=%d\nstopped=%d\nforced=%d\nerror=%s\nfinished_millis=%lld\n",
            code,
            signal_number,
            ending->stopping,
            ending->forced,
            exec_error == 0 ? "" : strerror(exec_error),
            clock_millis(CLOCK_REALTIME));
    record_write_surely(task->dir, "exit", text);
}

static long long read_grace_millis(int dir) {
    long length = 0;
    char *text = file_read(dir, "stop", &length);
    long long grace = text == NULL ? DEFAULT_GRACE_MILLIS : strtoll(text, NULL, 10);
    free(text);
    return grace < 0 ? 0 : grace;
}

/* A later stop may shorten the grace, never lengthen it. */
static void begin_stop(const struct task *task, struct ending *ending) {
    long long deadline = clock_millis(CLOCK_MONOTONIC) + read_grace_millis(task->dir);
    if (!ending->stopping || deadline < ending->deadline_millis) {
        ending->deadline_millis = deadline;
    }
    if (!ending->stopping) {
        kill(-task->child, SIGTERM);
        kill(task->child, SIGTERM);
        kill(-task->child, SIGCONT);
    }
    ending->stopping = 1;
}

static void reap(const struct task *task, struct ending *ending) {
    int status;
    for (pid_t pid = waitpid(-1, &status, WNOHANG); pid > 0; pid = waitpid(-1, &status, WNOHANG)) {
        if (pid == task->child) {
            ending->status = status;
            ending->reaped = 1;
        }
    }
}

/* Waits for the main process to end, or for the grace of a stop to run out. */
static void wait_for_end(const struct task *task, struct ending *ending, const sigset_t *signals) {
    if (record_exists(task->dir, "stop")) {
        begin_stop(task, ending);
    }
    for (reap(task, ending); !ending->reaped; reap(task, ending)) {
        int got;
        if (ending->stopping) {
            long long left = ending->deadline_millis - clock_millis(CLOCK_MONOTONIC);
            if (left <= 0) {
                ending->forced = 1;
                return;
            }
            struct timespec timeout = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000};
            got = sigtimedwait(signals, NULL, &timeout);
        } else {
            got = sigwaitinfo(signals, NULL);
        }
        if (got == SIGTERM) {
            begin_stop(task, ending);
        }
    }
}

static void fail_start(struct task *task, const char *what) {
    char text[RECORD_BYTES];
    snprintf(text, sizeof text, "%s in %s: %s", what, task->path, strerror(errno));
    tell_start(task, text);
    _exit(FAILED);
}

static void finish(struct task *task, struct ending *ending, int exec_error) {
    if (ending->reaped) {
        record_exit(task, ending, exec_error);
    }
    int left = end_descendants(task->child, &ending->status);
    if (!ending->reaped) {
        record_exit(task, ending, exec_error);
    }
    char text[RECORD_BYTES];
    snprintf(text, sizeof text, "left_behind=%d\nlost=0\n", left);
    record_write_surely(task->dir, "done", text);
}

void supervise_task(struct task *task) {
    struct ending ending = {0};
    int gate = -1;
    int failure = -1;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) {
        fail_start(task, "Cannot become a child subreaper");
    }
    if (record_reserve(task->dir, "exit") != 0 || record_reserve(task->dir, "done") != 0) {
        fail_start(task, "Cannot take the room for the exit record");
    }
    task->child = launch_held(task, &gate, &failure);
    if (task->child < 0) {
        fail_start(task, "Cannot fork the task");
    }
    if (record_start(task) != 0) {
        fail_start(task, "Cannot write the start record");
    }
    tell_start(task, "");
    int exec_error = launch_go(gate, failure);
    wait_for_end(task, &ending, &signals);
    finish(task, &ending, exec_error);
    _exit(0);
}
