/* Turns the forked child into the task's command. */
#include "record.h"
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Splits NUL-ended entries into a NULL-ended array with one more free place at its end. */
static char **split(char *bytes, long length, size_t *count) {
    size_t entries = 0;
    for (long i = 0; i < length; i++) {
        entries += bytes[i] == '\0';
    }
    char **array = calloc(entries + 2, sizeof *array);
    if (array == NULL) {
        return NULL;
    }
    *count = 0;
    for (char *entry = bytes; *count < entries; entry += strlen(entry) + 1) {
        array[(*count)++] = entry;
    }
    return array;
}

static char **read_entries(int dir, const char *name, size_t *count) {
    long length = 0;
    char *bytes = file_read(dir, name, &length);
    return bytes == NULL ? NULL : split(bytes, length, count);
}

/* Output and errors share one file, so that they keep the order in which they were written. */
static int redirect_output(int dir) {
    int fd = openat(dir, "output.log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    return fd < 0 || dup2(fd, STDOUT_FILENO) < 0 ? -1 : dup2(fd, STDERR_FILENO);
}

static void default_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Only returns, with errno, if the command could not be executed. */
static void become_command(struct task *task) {
    size_t words = 0;
    size_t variables = 0;
    char **command = read_entries(task->dir, "command", &words);
    char **variable = read_entries(task->dir, "environment", &variables);
    char *marker = NULL;
    if (command == NULL || variable == NULL || asprintf(&marker, "BASALT_TASK=%s", task->path) < 0) {
        return;
    }
    if (words == 0) {
        errno = EINVAL;
        return;
    }
    variable[variables] = marker;
    default_signals();
    if (chdir(task->work_path) != 0 || redirect_output(task->dir) < 0) {
        return;
    }
    environ = variable;
    execvp(command[0], command);
    int error = errno;
    fprintf(stderr, "basalt: cannot run %s: %s\n", command[0], strerror(error));
    fflush(stderr);
    errno = error;
}

static void run_child(struct task *task, int gate, int failure) {
    char go;
    setsid();
    if (read(gate, &go, 1) != 1) {
        _exit(FAILED); /* The supervisor died before the task was recorded: it never began. */
    }
    become_command(task);
    int error = errno;
    if (write(failure, &error, sizeof error) != (ssize_t)sizeof error) {
        _exit(FAILED);
    }
    _exit(error == ENOENT ? 127 : 126);
}

pid_t launch_held(struct task *task, int *gate, int *failure) {
    int gates[2];
    int failures[2];
    if (pipe2(gates, O_CLOEXEC) != 0 || pipe2(failures, O_CLOEXEC) != 0) {
        return -1;
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(gates[1]);
        close(failures[0]);
        close(task->report);
        run_child(task, gates[0], failures[1]);
    }
    close(gates[0]);
    close(failures[1]);
    *gate = gates[1];
    *failure = failures[0];
    return pid;
}

int launch_go(int gate, int failure) {
    int error = 0;
    if (write(gate, "g", 1) != 1) {
        error = errno;
    }
    close(gate);
    if (read(failure, &error, sizeof error) != (ssize_t)sizeof error) {
        error = 0;
    }
    close(failure);
    return error;
}
