/*
 * basalt-supervisor: owns the processes of one task.
 *
 *   agent --starts--> start (returns once the task is recorded)
 *                       guard        own session, child subreaper: outlives the supervisor
 *                         supervisor child subreaper: waits for the task, stops it, keeps its exit status
 *                           task     own session, output to a file, BASALT_TASK=<directory> in its environment
 *
 * Files of a task's directory. The agent writes: command and environment (entries, each ended by a NUL), stop (grace in
 * milliseconds; then SIGTERM to the supervisor). This program writes: lock, output.log, supervisor.log, and
 * the records start, exit and done, each of lines "name=value". When done exists nothing of the task lives.
 */
#ifndef BASALT_SUPERVISOR_H
#define BASALT_SUPERVISOR_H

#include <sys/types.h>

enum {
    STARTED = 0,
    FAILED = 1,
    USAGE = 2,
    ALREADY_STARTED = 3,
    DEFAULT_GRACE_MILLIS = 30000,
    RECORD_BYTES = 1024,
};

struct task {
    const char *path;     /* absolute path of the task's directory */
    const char *work_path; /* absolute path the command runs in */
    int dir;              /* descriptor of the task's directory */
    int report;           /* pipe to the waiting start command; -1 once it was told */
    pid_t guard;
    pid_t child;
};

/* Starts the guard and waits until the task is recorded. Answers STARTED, FAILED or ALREADY_STARTED. */
int start_task(struct task *task);

/* The guard: starts the supervisor and, should that die early, ends what it left. */
void guard_task(struct task *task) __attribute__((noreturn));

/* The supervisor: runs the task to its end. */
void supervise_task(struct task *task) __attribute__((noreturn));

/*
 * Forks the command and holds it until START was called. Answers the child's pid, or -1 with errno. GATE is the
 * descriptor that holds it, FAILURE the one that tells why the command could not be executed.
 */
pid_t launch_held(struct task *task, int *gate, int *failure);

/* Lets the held child go; answers 0 if its command runs now, else the errno that stopped it. */
int launch_go(int gate, int failure);

/* Tells the waiting start command: TEXT is empty if all is well. */
void tell_start(struct task *task, const char *text);

#endif
