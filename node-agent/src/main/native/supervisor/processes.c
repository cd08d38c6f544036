#include "processes.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SHORT_PAUSE_MILLIS = 2, LONG_PAUSE_MILLIS = 500, SWEEP_ROUNDS = 200, STAT_BYTES = 1024 };

struct process {
    pid_t pid;
    pid_t parent;
    int below;
};

struct table {
    struct process *rows;
    size_t count;
    size_t room;
};

/* Reads the parent and the start time of PID. The name in parentheses may hold anything, so parsing begins after the last ')'. */
static int read_stat(pid_t pid, pid_t *parent, unsigned long long *start) {
    char path[64];
    char text[STAT_BYTES];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    if (length <= 0) {
        return -1;
    }
    text[length] = '\0';
    char *rest = strrchr(text, ')');
    if (rest == NULL) {
        return -1;
    }
    int got = sscanf(
            rest + 1,
            " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
            parent,
            start);
    return got == 2 ? 0 : -1;
}

unsigned long long process_start(pid_t pid) {
    pid_t parent;
    unsigned long long start;
    return read_stat(pid, &parent, &start) == 0 ? start : 0;
}

static void add_row(struct table *table, pid_t pid, pid_t parent) {
    if (table->count == table->room) {
        size_t room = table->room == 0 ? 256 : table->room * 2;
        struct process *rows = realloc(table->rows, room * sizeof *rows);
        if (rows == NULL) {
            return; /* The next round sees what this one missed. */
        }
        table->rows = rows;
        table->room = room;
    }
    table->rows[table->count++] = (struct process){.pid = pid, .parent = parent, .below = 0};
}

/* Calls EACH for every numeric entry of /proc. */
static void each_process(void (*each)(pid_t pid, void *context), void *context) {
    DIR *proc = opendir("/proc");
    if (proc == NULL) {
        return;
    }
    for (struct dirent *entry = readdir(proc); entry != NULL; entry = readdir(proc)) {
        if (isdigit((unsigned char)entry->d_name[0])) {
            each((pid_t)atoi(entry->d_name), context);
        }
    }
    closedir(proc);
}

static void collect(pid_t pid, void *context) {
    pid_t parent;
    unsigned long long start;
    if (read_stat(pid, &parent, &start) == 0) {
        add_row(context, pid, parent);
    }
}

static int is_below(const struct table *table, pid_t parent, pid_t root) {
    if (parent == root) {
        return 1;
    }
    for (size_t i = 0; i < table->count; i++) {
        if (table->rows[i].pid == parent) {
            return table->rows[i].below;
        }
    }
    return 0;
}

static void mark_below(struct table *table, pid_t root) {
    for (int changed = 1; changed;) {
        changed = 0;
        for (size_t i = 0; i < table->count; i++) {
            struct process *row = &table->rows[i];
            if (!row->below && is_below(table, row->parent, root)) {
                row->below = 1;
                changed = 1;
            }
        }
    }
}

int signal_descendants(pid_t root, int signal) {
    struct table table = {0};
    int count = 0;
    each_process(collect, &table);
    mark_below(&table, root);
    for (size_t i = 0; i < table.count; i++) {
        if (table.rows[i].below && kill(table.rows[i].pid, signal) == 0) {
            count++;
        }
    }
    free(table.rows);
    return count;
}

static void pause_millis(long millis) {
    struct timespec pause = {.tv_sec = millis / 1000, .tv_nsec = millis % 1000 * 1000000L};
    nanosleep(&pause, NULL);
}

int end_descendants(pid_t main_pid, int *status) {
    int reaped = 0;
    long pause = SHORT_PAUSE_MILLIS;
    for (;;) {
        int got;
        pid_t pid = waitpid(-1, &got, WNOHANG);
        if (pid < 0 && errno == ECHILD) {
            return reaped;
        }
        if (pid > 0) {
            reaped += pid != main_pid;
            if (pid == main_pid) {
                *status = got;
            }
            continue;
        }
        signal_descendants(getpid(), SIGKILL);
        pause_millis(pause);
        pause = pause * 2 < LONG_PAUSE_MILLIS ? pause * 2 : LONG_PAUSE_MILLIS;
    }
}

struct sweep {
    const char *entry;
    int found;
};

static int environment_has(pid_t pid, const char *entry) {
    char path[64];
    char *line = NULL;
    size_t room = 0;
    int has = 0;
    snprintf(path, sizeof path, "/proc/%d/environ", pid);
    FILE *environment = fopen(path, "re");
    if (environment == NULL) {
        return 0;
    }
    while (!has && getdelim(&line, &room, '\0', environment) > 0) {
        has = strcmp(line, entry) == 0;
    }
    free(line);
    fclose(environment);
    return has;
}

static void end_if_marked(pid_t pid, void *context) {
    struct sweep *sweep = context;
    if (pid != getpid() && environment_has(pid, sweep->entry) && kill(pid, SIGKILL) == 0) {
        sweep->found++;
    }
}

int end_marked(const char *entry) {
    int total = 0;
    for (int round = 0; round < SWEEP_ROUNDS; round++) {
        struct sweep sweep = {.entry = entry, .found = 0};
        each_process(end_if_marked, &sweep);
        if (sweep.found == 0) {
            return total;
        }
        total += sweep.found;
        pause_millis(SHORT_PAUSE_MILLIS + round);
    }
    return -1;
}
